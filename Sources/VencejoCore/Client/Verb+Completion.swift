public import VencejoHTTP

extension Verb {
    /// Sends a call and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public func callAsFunction<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        client.handled(Call(method, path, query, body, headers), completion) {
            request throws(NetworkError) in
            try await client.decoded(request, client.configuration.bodyCoder)
        }
    }

    /// Sends a call with a JSON body and decodes the answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public func callAsFunction<Value: Decodable & Sendable>(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Value>
    ) -> CallHandle {
        self(path, query: query, body: .encoded(body), headers: headers, completion: completion)
    }

    /// Sends a call and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public func callAsFunction(
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        client.handled(Call(method, path, query, body, headers), completion) {
            request throws(NetworkError) in try await client.performed(request)
        }
    }

    /// Sends a call with a JSON body and gives the bare answer.
    ///
    /// `completion` is called exactly once, on no particular thread.
    @discardableResult
    public func callAsFunction(
        _ path: Path,
        query: Query = [],
        body: some Encodable & Sendable,
        headers: Headers = [:],
        completion: @escaping Completion<Response>
    ) -> CallHandle {
        self(path, query: query, body: .encoded(body), headers: headers, completion: completion)
    }
}
