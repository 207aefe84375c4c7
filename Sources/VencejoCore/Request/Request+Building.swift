public import VencejoHTTP

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
        return try RequestBuilder(configuration: configuration, baseURL: configuration.baseURL)
            .request(method, path, query: query, body: body, headers: headers)
    }

    /// The request that an endpoint would send.
    public nonisolated func makeRequest(
        for endpoint: some Endpoint
    ) throws(NetworkError) -> Request {
        let configuration = configuration
        let base = endpoint.baseURL ?? configuration.baseURL
        let builder = RequestBuilder(configuration: configuration, baseURL: base)
        var request = try builder.request(
            endpoint.method,
            endpoint.path,
            query: endpoint.query,
            body: endpoint.body,
            headers: endpoint.headers
        )
        if let timeouts = endpoint.timeouts { request.timeouts = timeouts }
        return request
    }
}

/// What turns the parts of a call into a request.
struct RequestBuilder: Sendable {
    let configuration: ClientConfiguration
    let baseURL: URI?

    func request(
        _ method: HTTPMethod,
        _ path: Path,
        query: Query,
        body: Body,
        headers: Headers
    ) throws(NetworkError) -> Request {
        var request = Request(method, try url(path, query), headers: configuration.headers)
        // A whole address may lead elsewhere; the client's own secrets do not go there.
        if request.url.origin != baseURL?.origin { request.removeCredentials() }
        if !headers.isEmpty { request.headers = request.headers.merging(headers) }
        request.authenticateByUserInfo()
        request.body = try body.written(by: configuration.json)
        if !body.isNone, let contentType = body.contentType {
            request.headers.setIfAbsent(.contentType, contentType)
        }
        request.timeouts = configuration.timeouts
        request.maximumResponseBytes = configuration.maximumResponseBytes
        request.allowsInsecureHTTP = configuration.allowsInsecureHTTP
        request.credentialOrigin = baseURL?.origin
        return request
    }

    /// The address of a call.
    ///
    /// base                 path       address
    /// https://a.com        users      https://a.com/users
    /// https://a.com/v1     users      https://a.com/v1/users
    /// https://a.com/v1/    /users     https://a.com/v1/users
    /// https://a.com/v1     users/     https://a.com/v1/users/
    /// https://a.com/v1/    (empty)    https://a.com/v1/
    /// https://a.com?k=1    u?p=2      https://a.com/u?k=1&p=2, then the query
    /// any                  https://…  as it is, then the query
    func url(_ path: Path, _ query: Query) throws(NetworkError) -> URI {
        if path.encoded.utf8.contains(where: \.isControl) { throw fault(path.encoded) }
        let url: URI
        if path.isAbsolute {
            guard let given = URI(path.encoded) else { throw fault(path.encoded) }
            url =
                query.isEmpty
                ? given
                : given.with(
                    path: given.path,
                    query: Self.joined(given.query, query.encoded)
                )
        } else {
            guard let baseURL else { throw fault(configuration.faultyBaseURL ?? path.encoded) }
            url = Self.joined(baseURL, path.encoded, query)
        }
        guard url.scheme == "https" || url.scheme == "http" else { throw fault(url.description) }
        return url
    }

    private func fault(_ text: String) -> NetworkError {
        NetworkError(.invalidRequest(.url(text)))
    }

    private static func joined(_ base: URI, _ path: String, _ query: Query) -> URI {
        let text = path.utf8
        let end = text.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let mark = text[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        var joinedPath = base.path
        if mark != text.startIndex {
            if joinedPath.utf8.last != UInt8(ascii: "/") { joinedPath += "/" }
            joinedPath += path[..<mark]
        }
        let own = mark == end ? nil : String(path[text.index(after: mark)..<end])
        return base.with(
            path: joinedPath,
            query: joined(joined(base.query, own), query.isEmpty ? nil : query.encoded)
        )
    }

    private static func joined(_ left: String?, _ right: String?) -> String? {
        guard let left, !left.isEmpty else { return right }
        guard let right, !right.isEmpty else { return left }
        return left + "&" + right
    }
}
