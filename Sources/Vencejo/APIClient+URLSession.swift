#if canImport(VencejoURLSession) && canImport(Darwin)
import VencejoURLSession

extension APIClient {
    /// A client of the API at an address, over URLSession.
    ///
    /// If the text is no address, each call fails and says so.
    public init(
        baseURL: String,
        pipeline: Pipeline = [],
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) {
        self.init(
            baseURL: baseURL,
            pipeline: pipeline,
            transport: URLSessionTransport(),
            configure: configure
        )
    }

    /// A client of the API at an address, over URLSession.
    public init(
        baseURL: URI,
        pipeline: Pipeline = [],
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) {
        self.init(
            baseURL: baseURL,
            pipeline: pipeline,
            transport: URLSessionTransport(),
            configure: configure
        )
    }

    /// A client with a configuration made elsewhere, over URLSession.
    public init(configuration: ClientConfiguration, pipeline: Pipeline = []) {
        self.init(
            configuration: configuration,
            pipeline: pipeline,
            transport: URLSessionTransport()
        )
    }
}
#endif
