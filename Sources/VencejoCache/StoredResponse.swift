import VencejoCore
package import VencejoHTTP

/// A stored answer without its body.
package struct StoredResponse: Hashable, Sendable {
    /// A number that the store gives; no two answers ever have the same.
    package var id: Int64 = 0
    package let key: CacheKey
    package var status: HTTPStatus
    package var version: HTTPVersion
    /// Without those of the connection.
    package var headers: Headers
    /// The codings that are still on the bytes.
    package var undecodedCodings: [String]
    package var selection: Selection
    /// When the request was sent, in seconds since 1970.
    package var requested: Int
    /// When the answer came, in seconds since 1970.
    package var received: Int
    /// Which bytes are held, where they are not all.
    package var range: ContentRange?
    /// How many bytes are held.
    package var length: Int
    /// Whether the server must be asked before it is used again, whatever else is said.
    package var isInvalidated = false
    package var tags: Set<String>
    package private(set) var terms: CacheTerms
    /// The body, where the store gave it together with the rest.
    package var inlineBody: [UInt8]?

    package init(
        id: Int64 = 0,
        key: CacheKey,
        status: HTTPStatus,
        version: HTTPVersion,
        headers: Headers,
        undecodedCodings: [String] = [],
        selection: Selection,
        requested: Int,
        received: Int,
        range: ContentRange? = nil,
        length: Int,
        isInvalidated: Bool = false,
        tags: Set<String> = [],
        inlineBody: [UInt8]? = nil
    ) {
        self.id = id
        self.key = key
        self.status = status
        self.version = version
        self.headers = headers
        self.undecodedCodings = undecodedCodings
        self.selection = selection
        self.requested = requested
        self.received = received
        self.range = range
        self.length = length
        self.isInvalidated = isInvalidated
        self.tags = tags
        self.inlineBody = inlineBody
        terms = CacheTerms(status, headers, requested: requested, received: received)
    }

    package var isPartial: Bool { range != nil }

    package var entityTag: EntityTag? {
        headers.values(of: .etag).first.flatMap { EntityTag($0) }
    }

    /// A tag that stands for the bytes, not only for what they mean.
    package var strongTag: EntityTag? {
        entityTag.flatMap { $0.isWeak ? nil : $0 }
    }

    /// The fields that ask whether it has changed, word for word as the server gave them.
    package var conditions: [HeaderField] {
        var fields: [HeaderField] = []
        if let tag = headers.values(of: .etag).first, !tag.isEmpty {
            fields.append(HeaderField(.ifNoneMatch, tag))
        }
        if let date = headers.values(of: .lastModified).first, !date.isEmpty {
            fields.append(HeaderField(.ifModifiedSince, date))
        }
        return fields
    }

    /// About how much memory or disk it takes, in bytes.
    package var cost: Int {
        headers.reduce(length + 512 + key.url.utf8.count * 2) { sum, field in
            sum + field.name.rawValue.utf8.count + field.value.utf8.count + 32
        }
    }

    /// The same after the server said that it has not changed (RFC 9111 §3.2, §4.3.4).
    package func updated(by news: Headers, requested: Int, received: Int) -> StoredResponse {
        var copy = self
        let kept = FieldsToKeep(news)
        var fresh = Headers(news.filter { kept.contains($0.name) && !$0.name.describesContent })
        if !fresh.contains(.date) {
            fresh.append(.date, HTTPDate(secondsSince1970: received).description)
        }
        copy.headers = headers.merging(fresh)
        // The age of old is not the age of now.
        if !news.contains(.age) { copy.headers.remove(.age) }
        copy.requested = requested
        copy.received = received
        copy.isInvalidated = false
        copy.terms = CacheTerms(status, copy.headers, requested: requested, received: received)
        return copy
    }
}

/// Which fields of a message are stored: not those of its connection (RFC 9111 §3.1).
package struct FieldsToKeep: Sendable {
    private let named: Set<HeaderName>

    package init(_ headers: Headers) {
        named = Set(
            headers.values(of: .connection).flatMap { value in
                Vary([value]).names
            }
        )
    }

    package func contains(_ name: HeaderName) -> Bool {
        !Self.ofConnection.contains(name) && !named.contains(name)
    }

    private static let ofConnection: Set<HeaderName> = [
        .connection, "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info",
        .proxyAuthorization, "Proxy-Connection", "TE", "Trailer", .transferEncoding, "Upgrade",
    ]
}

extension HeaderName {
    /// Whether the field is about the bytes that are stored, which a 304 does not bring anew.
    fileprivate var describesContent: Bool {
        self == .contentLength || self == .contentEncoding || self == .contentRange
    }
}
