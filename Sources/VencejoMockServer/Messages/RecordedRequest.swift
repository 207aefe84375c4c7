public import VencejoHTTP
public import VencejoJSON

/// A request as it arrived.
public struct RecordedRequest: Sendable, Hashable {
    public var method: HTTPMethod
    /// The request target exactly as it was sent, with its query.
    public var target: String
    public var headers: Headers
    /// The content, free of transfer coding.
    public var body: [UInt8]
    /// What the route's `{name}` segments matched, decoded.
    public var parameters: [String: String] = [:]

    public init(
        method: HTTPMethod,
        target: String,
        headers: Headers = Headers(),
        body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The target without its query, as it was sent.
    public var path: String {
        let origin = target.originForm
        return String(origin.prefix { $0 != "?" })
    }

    /// The text after the question mark, as it was sent; nil without one.
    public var rawQuery: String? {
        let origin = target.originForm
        guard let mark = origin.firstIndex(of: "?") else { return nil }
        return String(origin[origin.index(after: mark)...])
    }

    /// The segments of the path, each decoded; empty ones at the end are dropped.
    public var segments: [String] {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        while parts.last?.isEmpty == true { parts.removeLast() }
        return parts.map { PercentCoding.decode($0, plusIsBlank: false) }
    }

    /// The pairs of the query in order, decoded as a form.
    public var query: [QueryPair] {
        PercentCoding.form(rawQuery ?? "")
    }

    /// The first value of one name in the query.
    public func query(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The content as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The content as JSON, nil when it is none.
    public var json: JSONValue? { JSONText.parse(body) }

    /// The address that the client used: `http://` and the `Host` field.
    var base: String { "http://" + (headers[.host] ?? "localhost") }
}

/// One name and value of a query or a form.
public struct QueryPair: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension String {
    /// An absolute-form target as origin-form (RFC 9112 §3.2).
    fileprivate var originForm: Substring {
        guard !hasPrefix("/"), let scheme = firstIndex(of: ":"), self[scheme...].hasPrefix("://")
        else { return self[...] }
        let authority = self[index(scheme, offsetBy: 3)...]
        guard let end = authority.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return authority[end] == "?" ? "/" + authority[end...] : authority[end...]
    }
}
