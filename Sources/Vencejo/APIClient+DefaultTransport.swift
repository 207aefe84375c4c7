#if os(Linux)
public import VencejoEngine

extension APIClient {
    /// A client of the API at an address, over the library's own engine.
    public init(
        baseURL: String,
        pipeline: Pipeline = [],
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) {
        self.init(
            baseURL: baseURL,
            pipeline: pipeline,
            transport: EngineTransport(),
            configure: configure
        )
    }

    /// A client of the API at an address, over the library's own engine.
    public init(
        baseURL: URI,
        pipeline: Pipeline = [],
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) {
        self.init(
            baseURL: baseURL,
            pipeline: pipeline,
            transport: EngineTransport(),
            configure: configure
        )
    }

    /// A client with a configuration made elsewhere, over the library's own engine.
    public init(configuration: ClientConfiguration, pipeline: Pipeline = []) {
        self.init(configuration: configuration, pipeline: pipeline, transport: EngineTransport())
    }
}

extension Transport where Self == EngineTransport {
    /// The library's own engine, as chosen.
    public static func engine(
        _ configure: (inout EngineConfiguration) -> Void = { _ in }
    ) -> EngineTransport {
        var configuration = EngineConfiguration()
        configure(&configuration)
        return EngineTransport(configuration)
    }
}
#endif
