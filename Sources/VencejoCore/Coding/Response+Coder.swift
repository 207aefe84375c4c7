public import VencejoJSON

extension Response {
    /// Decodes the body with any coder; no content is treated as with JSON.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        with coder: any BodyCoder
    ) throws(NetworkError) -> Value {
        if let json = coder as? JSON { return try decode(type, with: json) }
        if hasNoContent { return try nothing(type) }
        do {
            return try coder.decode(type, from: body.bytes)
        } catch {
            throw decodingFailure(error)
        }
    }

    /// Decodes the body as JSON, and tells which fields the model and the body do not share.
    ///
    /// The model is read twice: meant for development, for tests and for a sample of the answers.
    public func decodeReporting<Value: Decodable>(
        _ type: Value.Type = Value.self,
        with json: JSON = JSON()
    ) throws(NetworkError) -> (value: Value, drift: Drift) {
        if hasNoContent { return (try nothing(type), Drift(type: "\(type)")) }
        do {
            return try json.decodeReporting(type, from: jsonBytes)
        } catch {
            throw decodingFailure(error)
        }
    }

    /// Decodes as a client is configured to, telling about drift where somebody wants to know.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        with coder: any BodyCoder,
        for configuration: ClientConfiguration
    ) throws(NetworkError) -> Value {
        guard let onDrift = configuration.onDrift, let json = coder as? JSON else {
            return try decode(type, with: coder)
        }
        let (value, drift) = try decodeReporting(type, with: json)
        onDrift(drift, self)
        return value
    }
}
