/// A hash function that a standard of HTTP names.
package enum HashAlgorithm: String, Sendable, Hashable, CaseIterable {
    case md5
    case sha1
    case sha256
    case sha512
    /// SHA-512/256 (FIPS 180-4 §5.3.6.2), which Apple's libraries do not have.
    case sha512Short
}

/// The hash functions of the system: OpenSSL's on Linux, CryptoKit's on Apple platforms.
package enum Hash: Sendable {
    /// The bytes as small hexadecimal digits.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The hash of a text's UTF-8 as small hexadecimal digits; nil where the system lacks it.
    package static func hex(_ algorithm: HashAlgorithm, of text: String) -> String? {
        digest(algorithm, of: Array(text.utf8)).map { hex($0) }
    }
}
