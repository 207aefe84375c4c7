#if os(Linux)
import COpenSSL

extension HashAlgorithm {
    fileprivate var method: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        case .sha512Short: EVP_sha512_256()
        }
    }
}

extension Hash {
    /// The hash of some bytes; nil where the system lacks the function.
    package static func digest(_ algorithm: HashAlgorithm, of bytes: [UInt8]) -> [UInt8]? {
        guard let running = RunningHash(algorithm) else { return nil }
        running.update(bytes)
        return running.finish()
    }

    /// The keyed hash of some bytes (RFC 2104); nil where the system lacks the function.
    package static func hmac(
        _ algorithm: HashAlgorithm,
        key: [UInt8],
        of bytes: [UInt8]
    ) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard let method = algorithm.method,
            HMAC(method, key, Int32(key.count), bytes, bytes.count, &output, &count) != nil
        else { return nil }
        return Array(output.prefix(Int(count)))
    }
}

/// A hash of bytes that come one after another.
package final class RunningHash {
    private let context: OpaquePointer

    /// Begins; nil where the system lacks the function.
    package init?(_ algorithm: HashAlgorithm) {
        guard let context = EVP_MD_CTX_new() else { return nil }
        self.context = context
        guard let method = algorithm.method, EVP_DigestInit_ex(context, method, nil) == 1 else {
            return nil
        }
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: [UInt8]) {
        EVP_DigestUpdate(context, bytes, bytes.count)
    }

    /// The hash of all that came; nothing may come after it.
    package func finish() -> [UInt8] {
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &output, &count) == 1 else { return [] }
        return Array(output.prefix(Int(count)))
    }
}
#endif
