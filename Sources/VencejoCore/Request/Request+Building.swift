public import VencejoHTTP
import VencejoJSON

extension APIClientProtocol {
    /// The request that a call would send, for those who want to change it before performing it.
    public nonisolated func makeRequest(
        _ method: HTTPMethod = .get,
        _ path: Path,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:]
    ) throws(NetworkError) -> Request {
        let configuration = configuration
        let builder = RequestBuilder(
            configuration: configuration,
            baseURL: configuration.baseURL,
            coder: configuration.bodyCoder,
            credentialOrigin: configuration.baseURL?.overHTTP.origin
        )
        return try builder.request(method, path, query: query, body: body, headers: headers)
    }

    /// The request that an endpoint would send.
    public nonisolated func makeRequest(
        for endpoint: some Endpoint
    ) throws(NetworkError) -> Request {
        let configuration = configuration
        let base = endpoint.baseURL ?? configuration.baseURL
        let trusted = endpoint.sharesCredentials ? base : configuration.baseURL
        let builder = RequestBuilder(
            configuration: configuration,
            baseURL: base,
            coder: configuration.bodyCoder(of: endpoint),
            credentialOrigin: trusted?.overHTTP.origin
        )
        var request = try builder.request(
            endpoint.method,
            endpoint.path,
            query: endpoint.query,
            body: endpoint.body,
            headers: endpoint.headers
        )
        if let timeouts = endpoint.timeouts { request.timeouts = timeouts }
        if endpoint.authentication != .any {
            request.context.authentication = endpoint.authentication
        }
        return request
    }
}

/// What turns the parts of a call into a request.
struct RequestBuilder: Sendable {
    let configuration: ClientConfiguration
    let baseURL: URI?
    let coder: any BodyCoder
    /// Where the client's own secrets may go, and nowhere else.
    let credentialOrigin: URI.Origin?

    func request(
        _ method: HTTPMethod,
        _ path: Path,
        query: Query,
        body: Body,
        headers: Headers
    ) throws(NetworkError) -> Request {
        var request = Request(method, try url(path, query), headers: configuration.headers)
        // A whole address or another base may lead elsewhere; the client's secrets stay.
        if request.url.origin != credentialOrigin { request.removeCredentials() }
        if !headers.isEmpty { request.headers = request.headers.merging(headers) }
        request.authenticateByUserInfo()
        request.body = try body.written(by: configuration.json, coder)
        if !body.isNone, let contentType = body.contentType(by: coder) {
            request.headers.setIfAbsent(.contentType, contentType)
        }
        request.timeouts = configuration.context.timeouts ?? configuration.timeouts
        request.maximumResponseBytes = configuration.maximumResponseBytes
        request.allowsInsecureHTTP = configuration.allowsInsecureHTTP
        request.credentialOrigin = credentialOrigin
        request.context = configuration.context
        return request
    }

    /// The address of a call: below the base, by ``URI/appending(path:)``, or as it is given.
    ///
    /// The query comes last, after those of the base and of the path.
    func url(_ path: Path, _ query: Query) throws(NetworkError) -> URI {
        if path.encoded.utf8.contains(where: \.isControl) { throw fault(path.encoded) }
        let url: URI
        if path.isAbsolute {
            guard let given = URI(path.encoded) else { throw fault(path.encoded) }
            url = query.isEmpty ? given : adding(query, to: given)
        } else {
            guard let baseURL else { throw fault(configuration.faultyBaseURL ?? path.encoded) }
            let below = baseURL.appending(path: Self.rooted(path))
            url = query.isEmpty ? below : adding(query, to: below)
        }
        let address = url.overHTTP
        guard address.isHTTP else { throw fault(url.description) }
        return address
    }

    private func fault(_ text: String) -> NetworkError {
        NetworkError(.invalidRequest(.url(text)))
    }

    private func adding(_ query: Query, to url: URI) -> URI {
        let own = url.query.flatMap { $0.isEmpty ? nil : $0 + "&" } ?? ""
        return url.with(path: url.path, query: own + query.encoded)
    }

    /// A path has lost its first slash; with it, an empty first segment stays one.
    private static func rooted(_ path: Path) -> String {
        path.isBase ? path.encoded : "/" + path.encoded
    }
}
