/// What a client does around every call, outermost first.
///
///     request ──► log ──► retry ──► cache ──► transport
///     response ◄── log ◄── retry ◄── cache ◄──┘
public struct Pipeline: Sendable, ExpressibleByArrayLiteral {
    public var layers: [Layer]

    public init(_ layers: some Sequence<Layer> = []) {
        self.layers = Array(layers)
    }

    public init(arrayLiteral elements: Layer...) {
        layers = elements
    }

    /// The whole way of a call: checks, layers, redirects, then the checks of each hop.
    ///
    ///     request checks ► status ► layers ► redirects ► HTTPS only ► request checks ► transport
    func folded(
        around transport: any Transport,
        configuration: ClientConfiguration
    ) -> Middleware.Next {
        var middlewares: [any Middleware] = [
            RequestCheck(),
            Validate { [accepted = configuration.acceptedStatuses] in accepted.contains($0) },
        ]
        middlewares += layers.map(\.middleware)
        middlewares.append(Redirect(limit: configuration.maximumRedirects))
        var next: Middleware.Next = { request throws(NetworkError) in
            try Self.check(request)
            return try await transport.send(request)
        }
        for middleware in middlewares.reversed() {
            let inner = next
            next = { request throws(NetworkError) in
                try await middleware.intercept(request, next: inner)
            }
        }
        return next
    }

    /// What must hold for each request that leaves, whoever made it.
    private static func check(_ request: Request) throws(NetworkError) {
        if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
        if let fault = RequestCheck.fault(in: request) {
            throw NetworkError(.invalidRequest(fault), request: request)
        }
        guard HTTPSOnly.permits(request.url, insecure: request.allowsInsecureHTTP) else {
            throw NetworkError(.insecureURL, request: request)
        }
    }
}
