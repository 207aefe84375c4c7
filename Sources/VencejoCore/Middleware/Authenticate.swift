import VencejoHTTP

/// Credentials on every request to the client's own origin, and on no other.
///
/// What the caller wrote wins: a request that has the field already is left as it is.
public struct Authenticate: Middleware {
    private let credential: Credential

    public init(_ credential: Credential) {
        self.credential = credential
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        guard request.url.origin == request.credentialOrigin else {
            return try await next(request)
        }
        if case .tokens(let tokens) = credential.form {
            return try await renewing(tokens, request, next)
        }
        return try await next(try await authenticated(request))
    }

    /// Sends with a token, and once more with a new one where the server refuses it (RFC 9110 §15.5.2).
    private func renewing(
        _ tokens: TokenSource,
        _ request: Request,
        _ next: Next
    ) async throws(NetworkError) -> Response {
        if request.headers.contains(.authorization) || TokenSource.isRenewing {
            return try await next(request)
        }
        let lease = try await translated(request) { try await tokens.lease() }
        let response = try await next(
            try adding(.authorization, "Bearer " + lease.token, to: request)
        )
        guard response.status == .unauthorized, request.body.isReplayable,
            response.url.origin == request.credentialOrigin
        else { return response }
        let renewed = try await translated(request, after: response) {
            try await tokens.lease(after: lease)
        }
        var again = try adding(.authorization, "Bearer " + renewed.token, to: request)
        again.attempt += 1
        await response.body.discard()
        return try await next(again)
    }

    private func authenticated(_ request: Request) async throws(NetworkError) -> Request {
        switch credential.form {
        case .bearer(let provider):
            if request.headers.contains(.authorization) { return request }
            let token = try await translated(request) { try await provider() }
            return try adding(.authorization, "Bearer " + token, to: request)
        case .tokens:
            return request
        case .basic(let user, let password):
            guard let value = BasicCredentials.authorization(user: user, password: password)
            else {
                throw NetworkError(.invalidRequest(.header("Authorization")), request: request)
            }
            return try adding(.authorization, value, to: request)
        case .header(let name, let value):
            return try adding(name, value, to: request)
        case .query(let name, let value):
            var request = request
            request.url = request.url.addingQuery(name, value)
            request.credentialQuery[name] = value
            return request
        }
    }

    private func adding(
        _ name: HeaderName,
        _ value: String,
        to request: Request
    ) throws(NetworkError) -> Request {
        if request.headers.contains(name) { return request }
        guard HeaderField(name, value).isValid else {
            throw NetworkError(.invalidRequest(.header(name.rawValue)), request: request)
        }
        var request = request
        request.headers.append(name, value)
        request.credentialFields.insert(name)
        return request
    }

    /// A provider's own error leaves unchanged, as ``NetworkError/underlying``.
    private func translated<Value: Sendable>(
        _ request: Request,
        after response: Response? = nil,
        _ body: () async throws -> Value
    ) async throws(NetworkError) -> Value {
        do {
            return try await body()
        } catch let error as NetworkError where response == nil {
            throw error
        } catch is CancellationError {
            throw NetworkError(.cancelled, request: request)
        } catch {
            let kind = response.map { NetworkError.Kind.status($0.status) } ?? .other
            throw NetworkError(kind, request: request, response: response, underlying: error)
        }
    }
}
