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
        return try await next(try await authenticated(request))
    }

    private func authenticated(_ request: Request) async throws(NetworkError) -> Request {
        switch credential.form {
        case .bearer(let provider):
            if request.headers.contains(.authorization) { return request }
            let token = try await token(from: provider, for: request)
            return try adding(.authorization, "Bearer " + token, to: request)
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
    private func token(
        from provider: Credential.Provider,
        for request: Request
    ) async throws(NetworkError) -> String {
        do {
            return try await provider()
        } catch let error as NetworkError {
            throw error
        } catch is CancellationError {
            throw NetworkError(.cancelled, request: request)
        } catch {
            throw NetworkError(.other, request: request, underlying: error)
        }
    }
}
