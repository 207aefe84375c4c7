import VencejoHTTP

extension NetworkError {
    /// Any error as a network error.
    ///
    /// A network error stays what it is, a cancellation is `.cancelled`; an error of a caller's own
    /// is `.other`, with that error unchanged in ``underlying``.
    public init(wrapping error: any Error, request: Request? = nil) {
        if let error = error as? NetworkError {
            self = error.normalized
        } else if error is CancellationError {
            self.init(.cancelled, request: request, underlying: error)
        } else {
            self.init(.other, request: request, underlying: error)
        }
    }

    /// The same error, as `.cancelled` if a cancellation is all that is below it.
    package var normalized: NetworkError {
        guard kind != .cancelled, let underlying else { return self }
        var error = self
        if underlying is CancellationError {
            error.kind = .cancelled
        } else if let inner = underlying as? NetworkError, inner.normalized.kind == .cancelled {
            error.kind = .cancelled
        }
        return error
    }

    /// Whether the call may succeed if it is made again as it is.
    ///
    /// That the request may be sent twice is another question: see `HTTPMethod.isIdempotent`.
    public var isRetriable: Bool {
        switch kind {
        case .noConnection(let failure): failure != .exhausted
        case .timedOut, .invalidResponse, .circuitOpen, .overloaded: true
        case .status(let status): [408, 425, 429, 500, 502, 503, 504].contains(status.code)
        default: false
        }
    }
}
