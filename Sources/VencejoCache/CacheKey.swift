package import VencejoCore
import VencejoDigest
package import VencejoHTTP

/// What a stored answer is found by, before the fields of the request choose among variants.
///
///     url         scheme, host, path and query: no fragment, no user, no credentials
///     content     what a QUERY asks with; empty for a GET
///     partition   whose answers these are; empty where nobody said who is asking
package struct CacheKey: Hashable, Sendable {
    package let url: String
    package let content: String
    package let partition: String

    package init(url: String, content: String = "", partition: String = "") {
        self.url = url
        self.content = content
        self.partition = partition
    }

    /// The key of a request; nil where its method or its content cannot be one.
    package init?(_ request: Request) {
        switch request.method {
        case .get, .head:
            guard request.body.isNone else { return nil }
            content = ""
        case .query:
            guard let body = request.body.bytes, let digest = Self.digest(of: body, request) else {
                return nil
            }
            content = digest
        default: return nil
        }
        url = Self.url(of: request)
        guard let partition = Self.partition(of: request) else { return nil }
        self.partition = partition
    }

    /// The key of what a GET of the same address would find.
    package init?(gettingWhat request: Request) {
        guard let partition = Self.partition(of: request) else { return nil }
        self.init(url: Self.url(of: request), partition: partition)
    }

    /// The address as a key: default ports left out, and no secret in it.
    package static func url(_ url: URI) -> String {
        let (host, path, query) = (url.host, url.path, url.query)
        var text = url.scheme
        text.reserveCapacity(
            text.utf8.count + 12 + host.utf8.count + path.utf8.count + (query?.utf8.count ?? 0)
        )
        text += "://"
        url.writeHost(into: &text)
        text += path
        if let query {
            text += "?"
            text += query
        }
        return text
    }

    private static func url(of request: Request) -> String {
        guard !request.credentialQuery.isEmpty, let query = request.url.query else {
            return url(request.url)
        }
        let parameters = query.utf8.split(
            separator: UInt8(ascii: "&"),
            omittingEmptySubsequences: false
        )
        let rest = parameters.map { String(Substring($0)) }.filter { parameter in
            let name = String(parameter.prefix { $0 != "=" })
            return request.credentialQuery[PercentEncoding.decoded(name)] == nil
        }
        let bare = rest.isEmpty ? nil : rest.joined(separator: "&")
        return url(request.url.with(path: request.url.path, query: bare))
    }

    /// The content of a QUERY and its type are part of its key.
    private static func digest(of body: [UInt8], _ request: Request) -> String? {
        let type = request.headers.values(of: .contentType).joined(separator: ",")
        let coding = request.headers.values(of: .contentEncoding).joined(separator: ",")
        let head = Array("\(type)\n\(coding)\n".utf8)
        return Hash.digest(.sha256, of: head + body).map { Hash.hex($0) }
    }

    /// Everything by which the request says who is asking, as a digest: no secret is kept.
    ///
    /// Nil where the system has no such function: then nothing may be kept.
    private static func partition(of request: Request) -> String? {
        if let named = request.context.cachePartition { return "=" + named }
        var parts: [String] = []
        if let user = request.url.userInfo { parts.append("user:" + user) }
        var names = request.credentialFields
        for field in request.headers where SensitiveName.matches(field.name) {
            names.insert(field.name)
        }
        for name in names.map({ $0.rawValue.lowercased() }).sorted() {
            for value in request.headers.values(of: HeaderName(name)) {
                parts.append("\(name):\(value)")
            }
        }
        for (name, value) in request.credentialQuery.sorted(by: { $0.key < $1.key }) {
            parts.append("?\(name)=\(value)")
        }
        guard !parts.isEmpty else { return "" }
        return Hash.hex(.sha256, of: parts.joined(separator: "\n"))
    }
}
