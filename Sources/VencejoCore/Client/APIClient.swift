public import VencejoHTTP

/// A client of one API: its address, its pipeline and what sends.
///
///     let api = APIClient(baseURL: "https://api.example.com/v1")
///     let users: [User] = try await api.get("users")
///
/// Calls do not wait for each other: nothing of a call runs on the actor, and each answer is
/// decoded on its own.
public actor APIClient: APIClientProtocol {
    public nonisolated let configuration: ClientConfiguration
    private nonisolated let transport: any Transport
    private nonisolated let pipeline: Pipeline
    private nonisolated let next: Middleware.Next

    /// A client with a configuration made elsewhere.
    public init(
        configuration: ClientConfiguration,
        pipeline: Pipeline = [],
        transport: some Transport
    ) {
        self.configuration = configuration
        self.transport = transport
        self.pipeline = pipeline
        next = pipeline.folded(around: transport, configuration: configuration)
    }

    /// A client of the API at an address; if it is none, each call fails and says so.
    public init(
        baseURL: String,
        pipeline: Pipeline = [],
        transport: some Transport,
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) {
        var configuration = ClientConfiguration(baseURL: baseURL)
        configure(&configuration)
        self.init(configuration: configuration, pipeline: pipeline, transport: transport)
    }

    /// A client of the API at an address.
    public init(
        baseURL: URI,
        pipeline: Pipeline = [],
        transport: some Transport,
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) {
        var configuration = ClientConfiguration(baseURL: baseURL)
        configure(&configuration)
        self.init(configuration: configuration, pipeline: pipeline, transport: transport)
    }

    /// A client with more layers inside those of this one, over the same transport.
    public nonisolated func adding(_ layers: Layer...) -> APIClient {
        APIClient(
            configuration: configuration,
            pipeline: Pipeline(pipeline.layers + layers),
            transport: transport
        )
    }

    /// The same client with another context for the calls made through it: one call's exceptions.
    ///
    ///     let user: User = try await api.with { $0.retry = .never }.get("users/1")
    public nonisolated func with(_ change: (inout CallContext) -> Void) -> APIClient {
        var configuration = configuration
        change(&configuration.context)
        return APIClient(configuration: configuration, pipeline: pipeline, transport: transport)
    }

    @concurrent
    public nonisolated func perform(
        _ request: Request
    ) async throws(NetworkError) -> Response {
        if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
        if request.timeouts.total == nil, Deadline.current == nil { return try await next(request) }
        return try await Deadline.keeping(request, next)
    }

    /// Closes idle connections and lets go of what the transport holds.
    public nonisolated func close() async {
        await transport.close()
    }
}
