import VencejoConcurrency
public import VencejoHTTP

/// What went wrong with a call, with all that was known when it failed.
public struct NetworkError: Error, Sendable {
    private var fields: Boxed<Fields>

    private struct Fields: Sendable {
        var kind: Kind
        var request: Request?
        var response: Response?
        var underlying: (any Error)?
    }

    public init(
        _ kind: Kind,
        request: Request? = nil,
        response: Response? = nil,
        underlying: (any Error)? = nil
    ) {
        fields = Boxed(
            Fields(kind: kind, request: request, response: response, underlying: underlying)
        )
    }
}

extension NetworkError {
    public var kind: Kind {
        get { fields.value.kind }
        set { fields.value.kind = newValue }
    }

    /// The request that was really sent, or was about to be.
    public var request: Request? {
        get { fields.value.request }
        _modify { yield &fields.value.request }
    }

    /// The answer, when there was one; its body is kept.
    public var response: Response? {
        get { fields.value.response }
        _modify { yield &fields.value.response }
    }

    /// The error below, unchanged; a caller's own error thrown inside is found here.
    public var underlying: (any Error)? {
        get { fields.value.underlying }
        set { fields.value.underlying = newValue }
    }
}

extension NetworkError {
    /// The kinds of failure; more will come: keep a `default` in a `switch`.
    public enum Kind: Sendable, Hashable {
        /// The request cannot be sent as it stands; nothing was sent.
        case invalidRequest(InvalidRequest)
        /// Plain `http` to another machine, and nobody allowed it.
        case insecureURL
        /// Nobody answered.
        case noConnection(ConnectionFailure)
        /// No safe connection could be made.
        case tls(TLSFailure)
        /// A proxy on the way did not let the call through.
        case proxy(ProxyFailure)
        /// A phase took longer than its time-out.
        case timedOut(Phase)
        /// The task was cancelled.
        case cancelled
        /// Somebody answered, with a code that is not a success.
        case status(HTTPStatus)
        /// The body is not what the type asks for.
        case decoding(DecodingProblem)
        /// The answer is not HTTP, or was cut short; the text says what is wrong.
        case invalidResponse(String)
        /// The body is larger than the limit, in bytes.
        case bodyTooLarge(limit: Int)
        /// A redirect that is not followed.
        case redirect(RedirectFailure)
        /// The host failed too often of late and is left alone for so long; nothing was sent.
        case circuitOpen(retryAfter: Duration)
        /// So many calls wait already that this one was turned away; nothing was sent.
        case overloaded(limit: Int)
        /// The credential was refused and could not be renewed.
        case authenticationExpired
        /// A file on this machine could not be read or written.
        case file(FileFailure)
        /// What arrived is not what was promised: another digest, both in hexadecimal digits.
        case digestMismatch(expected: String, found: String)
        /// The transport cannot do what was asked.
        case unsupported(String)
        /// A caller's own error, thrown inside; ``NetworkError/underlying`` holds it unchanged.
        case other
    }

    public enum InvalidRequest: Sendable, Hashable {
        case url(String)
        /// GET, HEAD or another method whose content has no meaning (RFC 9110 §9.3.1).
        case bodyNotAllowed(HTTPMethod)
        /// CR, LF, NUL or a name that is no token.
        case header(String)
        case method(String)
        /// The body could not be encoded; the text says which field and why.
        case encoding(String)
        /// The client's layers stand in an order that makes no sense; the text says what to swap.
        case pipeline(String)
        /// A file or a stream does not give what was announced; the text says how.
        ///
        /// The head of the request and part of the body may have been sent, never a whole one.
        case body(String)
        /// The body is needed a second time, and its stream cannot be made again.
        case bodyNotReplayable
    }

    public enum ConnectionFailure: Sendable, Hashable {
        case nameNotFound
        case refused
        case reset
        case unreachable
        /// The connection was closed before an answer came.
        case closed
        /// There is no network, by ``CallContext/connectivity``; nothing was sent.
        case offline
        /// The system has no descriptors or memory left.
        case exhausted
        case other(String)
    }

    public enum TLSFailure: Sendable, Hashable {
        case expired
        case notYetValid
        case wrongHost
        /// Nobody who is trusted vouches for the certificate; it may have signed itself.
        case unknownAuthority
        /// The certificate was taken back by its authority.
        case revoked
        /// The certificate is no good for another reason; the text says which.
        case certificate(String)
        /// No key of the server is pinned; `seen` are the pins of those that it showed.
        case pinMismatch(host: String, seen: [String])
        /// The other side speaks no TLS, or no version of it that is allowed.
        case protocolMismatch
        /// The other side closed the connection within the handshake.
        case cut
        /// The server asks for a certificate of the client, and there is none.
        case clientCertificateRequired
        /// The server does not take the client's certificate; the text says why.
        case clientCertificateRefused(String)
        /// What was chosen about TLS cannot be used; the text says what.
        case configuration(String)
        case handshake(String)
    }

    public enum Phase: Sendable, Hashable {
        case queue
        case nameLookup
        case connect
        case tls
        case response
        case idle
        case total
    }

    public enum RedirectFailure: Sendable, Hashable {
        case tooMany(limit: Int)
        case loop
        case insecure
        case invalidLocation(String)
        case notReplayable
    }
}
