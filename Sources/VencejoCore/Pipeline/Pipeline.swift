import VencejoHTTP

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

    /// The whole way of a call: checks, layers, redirects, then what each hop goes through.
    ///
    ///     checks ► status ► layers ► redirects ► layers of the hop ► its checks ► transport
    func folded(
        around transport: any Transport,
        configuration: ClientConfiguration
    ) -> Middleware.Next {
        if let fault {
            return { request throws(NetworkError) in
                throw NetworkError(.invalidRequest(.pipeline(fault)), request: request)
            }
        }
        var next: Middleware.Next = { request throws(NetworkError) in
            try Self.check(request)
            return try await BodyTap.sending(try Deadline.clipped(request)) {
                request throws(NetworkError) in
                if request.context.observer == nil { return try await transport.send(request) }
                return try await CallReports.attempt(request, transport)
            }
        }
        let redirect = Redirect(
            limit: configuration.maximumRedirects,
            keeping: configuration.fieldsKeptOnRedirect
        )
        for middleware in order(redirect).reversed() {
            let inner = next
            next = { request throws(NetworkError) in
                try await middleware.intercept(request, next: inner)
            }
        }
        return Self.judging(next, by: configuration.acceptedStatuses)
    }

    private func order(_ redirect: Redirect) -> [any Middleware] {
        let order = layers.filter { !$0.isPerHop }
        // A cache keeps each answer under its own address, and chooses among them by the fields of
        // each hop: redirects, and what sees each hop, stand around it.
        let place = order.firstIndex(where: \.isCache) ?? order.endIndex
        let chosen = layers.filter(\.isPerHop) + order[place...]
        return order[..<place].map(\.middleware) + [redirect] + chosen.map(\.middleware)
            + layers.compactMap(\.hop)
    }

    /// The outermost step, as one: nothing runs for a request that could not be sent anyhow.
    private static func judging(
        _ next: @escaping Middleware.Next,
        by accepted: AcceptedStatuses
    ) -> Middleware.Next {
        let judged: Middleware.Next = { request throws(NetworkError) in
            try check(request)
            var response = try await next(request)
            // Whoever asked for another protocol was not refused.
            if response.status == 101, request.delivery.isUpgrade { return response }
            guard accepted.contains(response.status) else {
                response.body = try await response.body.beginning(limit: 1 << 20)
                throw NetworkError(
                    .status(response.status),
                    request: response.request,
                    response: response
                )
            }
            return response
        }
        return { request throws(NetworkError) in
            if request.context.observer == nil { return try await judged(request) }
            return try await CallReports.call(request, judged)
        }
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
