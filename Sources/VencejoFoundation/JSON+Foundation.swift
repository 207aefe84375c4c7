public import Foundation
public import VencejoJSON

extension DateStrategy {
    /// As a formatter of Foundation reads and writes them.
    public static func formatted(_ formatter: DateFormatter) -> DateStrategy {
        .custom(
            parse: { formatter.date(from: $0)?.timeIntervalSince1970 },
            format: { formatter.string(from: Date(timeIntervalSince1970: $0)) }
        )
    }

    /// Your own code on the decoder and the encoder, in dates of Foundation.
    public static func coding(
        decode: @escaping @Sendable (any Decoder) throws -> Date,
        encode: @escaping @Sendable (Date, any Encoder) throws -> Void
    ) -> DateStrategy {
        .coding(
            decode: { decoder in try decode(decoder).timeIntervalSince1970 },
            encode: { seconds, encoder in
                try encode(Date(timeIntervalSince1970: seconds), encoder)
            }
        )
    }
}

extension JSON {
    /// Reads a value of a type that must be told how.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type = Value.self,
        from bytes: [UInt8],
        configuration: Value.DecodingConfiguration
    ) throws(JSONError) -> Value where Value.DecodingConfiguration: Sendable {
        try configured(configuration).decode(ConfiguredReading<Value>.self, from: bytes).value
    }

    /// Writes a value of a type that must be told how.
    public func encode<Value: EncodableWithConfiguration>(
        _ value: Value,
        configuration: Value.EncodingConfiguration
    ) throws(JSONError) -> [UInt8] where Value.EncodingConfiguration: Sendable {
        try configured(configuration).encode(ConfiguredWriting(value: value))
    }

    private func configured(_ configuration: any Sendable) -> JSON {
        var json = self
        if let key = CodingUserInfoKey.configuration { json.userInfo[key] = configuration }
        return json
    }
}

extension CodingUserInfoKey {
    fileprivate static var configuration: CodingUserInfoKey? {
        CodingUserInfoKey(rawValue: "vencejo.configuration")
    }
}

private func configuration<Value>(
    _ userInfo: [CodingUserInfoKey: Any],
    _ codingPath: [any CodingKey]
) throws -> Value {
    guard let value = CodingUserInfoKey.configuration.flatMap({ userInfo[$0] as? Value }) else {
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "there is no configuration")
        )
    }
    return value
}

private struct ConfiguredReading<Value: DecodableWithConfiguration>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try Value(
            from: decoder,
            configuration: try configuration(decoder.userInfo, decoder.codingPath)
        )
    }
}

private struct ConfiguredWriting<Value: EncodableWithConfiguration>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws {
        try value.encode(
            to: encoder,
            configuration: try configuration(encoder.userInfo, encoder.codingPath)
        )
    }
}
