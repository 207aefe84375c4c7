public import Foundation
public import VencejoCore
public import VencejoHTTP

extension URI {
    /// The same address; `nil` where the URL is relative or has no host.
    public init?(_ url: URL) {
        self.init(url.absoluteString)
    }
}

extension URL {
    /// The same address.
    public init?(_ uri: URI) {
        self.init(string: uri.description)
    }
}

extension Path {
    /// A whole address, used as it is.
    public init(_ url: URL) {
        self.init(url.absoluteString)
    }
}

extension APIClient {
    /// A client of the API at a URL; if it is no web address, each call fails and says so.
    public init(
        baseURL: URL,
        pipeline: Pipeline = [],
        transport: some Transport,
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) {
        self.init(
            baseURL: baseURL.absoluteString,
            pipeline: pipeline,
            transport: transport,
            configure: configure
        )
    }
}

extension Response {
    /// The address that answered, as Foundation has it.
    public var foundationURL: URL? { URL(url) }
}

extension URL: QueryConvertible {
    public var queryValue: QueryValue { .text(absoluteString) }
}

extension UUID: QueryConvertible {
    public var queryValue: QueryValue { .text(uuidString) }
}
