#if canImport(Darwin)
import CryptoKit
import Foundation

extension HashAlgorithm {
    fileprivate var function: (any HashFunction.Type)? {
        switch self {
        case .md5: Insecure.MD5.self
        case .sha1: Insecure.SHA1.self
        case .sha256: SHA256.self
        case .sha512: SHA512.self
        case .sha512Short: nil
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
        algorithm.function.map { keyed($0, key, bytes) }
    }

    private static func keyed<Function: HashFunction>(
        _ function: Function.Type,
        _ key: [UInt8],
        _ bytes: [UInt8]
    ) -> [UInt8] {
        Array(HMAC<Function>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
    }
}

/// A hash of bytes that come one after another.
package final class RunningHash {
    private var function: any HashFunction

    /// Begins; nil where the system lacks the function.
    package init?(_ algorithm: HashAlgorithm) {
        guard let function = algorithm.function else { return nil }
        self.function = function.init()
    }

    package func update(_ bytes: [UInt8]) {
        function.update(data: bytes)
    }

    /// The hash of all that came; nothing may come after it.
    package func finish() -> [UInt8] {
        Self.bytes(of: function)
    }

    private static func bytes(of function: some HashFunction) -> [UInt8] {
        Array(function.finalize())
    }
}
#endif
