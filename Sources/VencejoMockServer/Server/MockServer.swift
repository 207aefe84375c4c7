public import VencejoHTTP
public import VencejoJSON
import VencejoSockets

/// An HTTP/1.1 server in this process, on real sockets, whose answers are values.
///
///     let server = try await MockServer.jsonPlaceholder()
///     server.on(.get, "users/{id}/card") { request in
///         .text("card of \(request.parameters["id"] ?? "")")
///     }
///     // … use server.url …
///     await server.stop()
///
/// What no route and no data answers is 404 with `{}`. A server that is let go of goes on; call
/// ``stop()``.
public final class MockServer: Sendable {
    /// The port it listens on.
    public let port: Int
    /// `http://127.0.0.1:PORT`, without a slash at the end.
    public let url: String
    private let responder: Responder
    private let listener: ServerLoop

    init(routes: [Route], machine: JSONServerMachine?, options: Options) async throws(StartError) {
        responder = Responder(routes: routes, machine: machine, options: options)
        listener = try ServerLoop(responder: responder, options: options)
        port = listener.port
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        url = "http://\(host):\(port)"
    }

    /// A server that answers by routes.
    ///
    /// - Throws: ``StartError`` where it cannot listen, which says on what and why.
    public convenience init(
        routes: [Route] = [],
        options: Options = Options()
    ) async throws(StartError) {
        try await self.init(routes: routes, machine: nil, options: options)
    }

    /// A server that answers everything by one closure.
    ///
    /// - Throws: ``StartError`` where it cannot listen, which says on what and why.
    public convenience init(
        options: Options = Options(),
        handler: @escaping Route.Handler
    ) async throws(StartError) {
        try await self.init(routes: [Route(nil, "*", handler: handler)], options: options)
    }

    /// ``url`` as a value.
    public var uri: URI? { URI(url) }

    /// Stops taking connections, ends those that are open, and frees the port.
    ///
    /// Handlers that are at work are cancelled but not waited for; nobody gets what they give.
    public func stop() async {
        await listener.stop()
        responder.close()
    }

    /// How many connections are open.
    public var openConnections: Int { counts.open }

    /// How many connections were ever accepted.
    public var acceptedConnections: Int { counts.accepted }

    /// What it has to do with at this moment.
    public var counts: Counts { listener.counts }

    /// What went over the connections, where ``Options/recordsWire`` asks for it.
    ///
    /// The newest few thousand pieces, the start of each, with controls written as `\\r`, `\\n` and
    /// `\\xNN`.
    public var wireLog: String { listener.log.text }

    /// Waits until no connection is open; false when that takes longer than the time given.
    public func idle(within limit: Duration) async -> Bool {
        let deadline = MonotonicClock.deadline(after: limit, from: MonotonicClock.now())
        return await listener.idle(until: deadline)
    }
}

extension MockServer {
    /// JSONPlaceholder with texts of our own.
    ///
    /// - Parameters:
    ///   - persists: Whether writes last, in memory; otherwise they are only answered.
    ///   - latency: How long every answer waits; it comes over that of the options.
    ///   - options: Where it listens and what it bears.
    /// - Throws: ``StartError`` where it cannot listen, which says on what and why.
    public static func jsonPlaceholder(
        persists: Bool = false,
        latency: MockLatency = .none,
        options: Options = Options()
    ) async throws(StartError) -> MockServer {
        try await serving(PlaceholderData.database, persists, options.with(latency), routes: [])
    }

    /// Any data as json-server 0.16 serves it.
    ///
    /// - Parameters:
    ///   - json: An object whose members are the resources.
    ///   - persists: Whether writes last, in memory; otherwise they are only answered.
    ///   - latency: How long every answer waits; it comes over that of the options.
    ///   - options: Where it listens and what it bears.
    /// - Throws: ``StartError`` where it cannot listen, which says on what and why.
    public static func database(
        _ json: JSONValue,
        persists: Bool = true,
        latency: MockLatency = .none,
        options: Options = Options()
    ) async throws(StartError) -> MockServer {
        try await serving(json, persists, options.with(latency), routes: [])
    }

    /// JSONPlaceholder and the routes that the lessons need beside it.
    ///
    /// - Parameters:
    ///   - persists: Whether writes last, in memory; otherwise they are only answered.
    ///   - latency: How long every answer waits; it comes over that of the options.
    ///   - options: Where it listens and what it bears.
    /// - Throws: ``StartError`` where it cannot listen, which says on what and why.
    public static func lessons(
        persists: Bool = false,
        latency: MockLatency = .none,
        options: Options = Options()
    ) async throws(StartError) -> MockServer {
        try await serving(
            PlaceholderData.database,
            persists,
            options.with(latency),
            routes: LessonRoutes.all
        )
    }

    private static func serving(
        _ json: JSONValue,
        _ persists: Bool,
        _ options: Options,
        routes: [Route]
    ) async throws(StartError) -> MockServer {
        let machine = JSONServerMachine(database: json, persists: persists, seed: options.seed)
        return try await MockServer(routes: routes, machine: machine, options: options)
    }
}

extension MockServer.Options {
    fileprivate func with(_ latency: MockLatency) -> MockServer.Options {
        guard latency != .none else { return self }
        var copy = self
        copy.latency = latency
        return copy
    }
}

extension MockServer {
    /// What goes wrong with the connection of a number, 1 for the first; nil for nothing.
    public typealias ConnectionFaults = @Sendable (_ number: Int) -> ConnectionFault?

    /// Chooses what goes wrong with each connection from now on.
    public func onConnection(_ faults: @escaping ConnectionFaults) {
        responder.setConnectionFaults(faults)
    }

    /// Adds a route; later ones win over earlier ones.
    public func on(_ route: Route) {
        responder.add(route)
    }

    /// Always answers the same.
    public func on(_ method: HTTPMethod, _ path: String, respond response: MockResponse) {
        on(Route(method, path, respond: response))
    }

    /// Answers by a closure.
    public func on(
        _ method: HTTPMethod,
        _ path: String,
        handler: @escaping Route.Handler
    ) {
        on(Route(method, path, handler: handler))
    }

    /// The requests that arrived whole, in order.
    public var requests: [RecordedRequest] { responder.requests }

    /// Forgets the requests so far.
    public func forgetRequests() {
        responder.forgetRequests()
    }

    /// The oldest request not asked for before, when it has come; nil once stopped or cancelled.
    public func nextRequest() async -> RecordedRequest? {
        await responder.nextRequest()
    }
}
