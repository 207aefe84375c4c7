public import VencejoJSON

/// A format that bodies are written in and read from: JSON, or another.
///
/// A client has one (``ClientConfiguration/coder``), and an endpoint may have its own.
public protocol BodyCoder: Sendable {
    /// What requests are labelled with and answers are asked for.
    var contentType: String { get }

    /// Reads a value from a body.
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value

    /// Writes a value as a body.
    func encode<Value: Encodable>(_ value: Value) throws -> [UInt8]
}

extension JSON: BodyCoder {
    /// The media type `application/json`.
    public var contentType: String { "application/json" }
}

extension ClientConfiguration {
    /// What reads and writes the bodies of a call.
    package var bodyCoder: any BodyCoder { coder ?? json }

    /// What reads and writes the bodies of an endpoint.
    package func bodyCoder(of endpoint: some Endpoint) -> any BodyCoder {
        let coder = endpoint.coder ?? bodyCoder
        guard !endpoint.envelope.isEmpty, var json = coder as? JSON else { return coder }
        json.envelope = endpoint.envelope
        return json
    }
}
