import VencejoDigest
import VencejoJSON

/// What is written beside a transfer, so that a later run finds it whole or not at all.
///
///     vencejo-upload 1 SHA-256-of-the-rest
///     {"upload":"https://…",…}
enum SealedRecord: Sendable {
    static let mostBytes = 1 << 20

    /// The text of a file.
    static func text(_ value: some Encodable, mark: String) throws -> [UInt8] {
        let body = try JSON().encode(value)
        let digest = Hash.digest(.sha256, of: body).map { Hash.hex($0) } ?? ""
        return Array("\(mark) \(digest)\n".utf8) + body
    }

    /// What was written; nil for anything else.
    static func value<Value: Decodable>(
        _ type: Value.Type = Value.self,
        in text: [UInt8],
        mark: String
    ) -> Value? {
        guard let end = text.firstIndex(of: 0x0A) else { return nil }
        let body = Array(text[(end + 1)...])
        let head = String(decoding: text[..<end], as: UTF8.self)
        guard let digest = Hash.digest(.sha256, of: body), head == "\(mark) \(Hash.hex(digest))"
        else { return nil }
        return try? JSON().decode(Value.self, from: body)
    }
}
