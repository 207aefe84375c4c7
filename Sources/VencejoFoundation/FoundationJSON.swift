public import Foundation
public import VencejoCore

/// Foundation's JSON coders in the place of Vencejo's own.
///
///     let api = APIClient(baseURL: url) { $0.coder = FoundationJSON() }
public struct FoundationJSON: BodyCoder {
    /// What reads.
    public var decoder: JSONDecoder
    /// What writes.
    public var encoder: JSONEncoder

    /// Coders as they are configured.
    public init(decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// The media type `application/json`.
    public var contentType: String { "application/json" }

    /// Reads a value from a body.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws -> Value {
        try decoder.decode(type, from: Data(bytes))
    }

    /// Writes a value as a body.
    public func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        [UInt8](try encoder.encode(value))
    }
}
