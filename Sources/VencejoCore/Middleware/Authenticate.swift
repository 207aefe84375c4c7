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
        guard request.url.origin == request.credentialOrigin,
            request.context.authentication.accepts(credential)
        else { return try await next(request) }
        switch credential.form {
        case .tokens(let tokens): return try await renewing(tokens, request, next)
        case .digest(let digest): return try await proving(digest, request, next)
        default: return try await next(try await authenticated(request))
        }
    }

    /// Answers a challenge, and another one when the nonce has grown old (RFC 7616 §3.3).
    private func proving(
        _ digest: DigestCredentials,
        _ request: Request,
        _ next: Next
    ) async throws(NetworkError) -> Response {
        if request.headers.contains(.authorization) { return try await next(request) }
        var attempt = request
        while true {
            var proven = attempt
            let proof = digest.authorization(for: attempt)
            if let proof { proven = try adding(.authorization, proof, to: attempt) }
            let response = try await next(proven)
            guard response.status == .unauthorized, request.body.isReplayable,
                attempt.attempt < request.attempt + 2,
                response.url.origin == request.credentialOrigin,
                digest.learn(from: response, after: proof != nil)
            else { return response }
            attempt.attempt += 1
            request.report(.challenged)
            await response.body.discard()
        }
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
        let lease = try await translated(request, isRenewal: true) { try await tokens.lease() }
        let response = try await next(
            try adding(.authorization, "Bearer " + lease.token, to: request)
        )
        guard response.status == .unauthorized, request.body.isReplayable,
            response.url.origin == request.credentialOrigin
        else {
            if lease.isUnproven, response.status != .unauthorized { await tokens.confirm(lease) }
            return response
        }
        let renewed = try await translated(request, isRenewal: true, after: response) {
            try await tokens.lease(after: lease)
        }
        request.report(.renewed)
        var again = try adding(.authorization, "Bearer " + renewed.token, to: request)
        again.attempt += 1
        await response.body.discard()
        let answer = try await next(again)
        if renewed.isUnproven, answer.status != .unauthorized { await tokens.confirm(renewed) }
        return answer
    }

    private func authenticated(_ request: Request) async throws(NetworkError) -> Request {
        switch credential.form {
        case .bearer(let provider):
            if request.headers.contains(.authorization) { return request }
            let token = try await translated(request) { try await provider() }
            return try adding(.authorization, "Bearer " + token, to: request)
        case .tokens, .digest:
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
    ///
    /// A renewal that fails means that the session is over, unless nobody answered it: then it may
    /// still be renewed later.
    private func translated<Value: Sendable>(
        _ request: Request,
        isRenewal: Bool = false,
        after response: Response? = nil,
        _ body: () async throws -> Value
    ) async throws(NetworkError) -> Value {
        do {
            return try await body()
        } catch var error as NetworkError where !isRenewal || !error.isRefusal {
            // A store knows nothing of the call that asked it.
            if error.request == nil { error.request = request }
            throw error
        } catch is CancellationError {
            throw NetworkError(.cancelled, request: request)
        } catch {
            throw NetworkError(
                isRenewal ? .authenticationExpired : .other,
                request: request,
                response: response,
                underlying: error
            )
        }
    }
}

extension NetworkError {
    /// Whether somebody answered, and said no.
    fileprivate var isRefusal: Bool {
        switch kind {
        case .status(let status): status.code < 500 && status != 429
        case .authenticationExpired: true
        default: false
        }
    }
}
