import VencejoHTTP
public import VencejoJSON

extension Response {
    /// Decodes the body as JSON.
    ///
    /// Where there is no content (204, 205, an answer to HEAD, an empty or blank body), an optional
    /// is `nil`, a collection is empty, and every other type is the error
    /// ``DecodingProblem/Kind-swift.enum/noContent``.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        with json: JSON = JSON()
    ) throws(NetworkError) -> Value {
        if hasNoContent { return try nothing(type) }
        do {
            return try json.decode(type, from: jsonBytes)
        } catch {
            throw decodingFailure(error)
        }
    }

    /// Whether the answer brings nothing that could be decoded.
    public var hasNoContent: Bool {
        status.hasNoContent || status.code == 205 || request.method == .head
            || body.bytes.allSatisfy(\.isJSONSpace)
    }

    /// The body in an encoding that JSON may have (RFC 8259 §8.1).
    var jsonBytes: [UInt8] {
        guard let charset = Charset(contentTypeOf: headers), !charset.isUnicode else {
            return body.bytes
        }
        return Array(charset.text(of: body.bytes).utf8)
    }

    /// What a type makes of no content.
    func nothing<Value>(_ type: Value.Type) throws(NetworkError) -> Value {
        if let value = Nothing.value(of: type) { return value }
        throw NetworkError(.decoding(.noContent(for: type)), request: request, response: self)
    }

    func decodingFailure(_ error: any Error) -> NetworkError {
        let cause = (error as? JSONError)?.underlying ?? error
        if cause is CancellationError { return NetworkError(.cancelled, request: request) }
        return NetworkError(
            .decoding(DecodingProblem(error)),
            request: request,
            response: self,
            underlying: cause
        )
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
    }
}
