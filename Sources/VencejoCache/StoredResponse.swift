import VencejoConcurrency
import VencejoCore
package import VencejoHTTP

/// A stored answer without its body.
///
/// It is handed through each step of a decision: that costs one reference, however much it says.
package struct StoredResponse: Hashable, Sendable {
    private var fields: Boxed<Fields>

    private struct Fields: Hashable, Sendable {
        var id: Int64
        let key: CacheKey
        var status: HTTPStatus
        var version: HTTPVersion
        var headers: Headers
        var undecodedCodings: [String]
        var selection: Selection
        var requested: Int
        var received: Int
        var range: ContentRange?
        var length: Int
        var isInvalidated: Bool
        var tags: Set<String>
        var terms: CacheTerms
        var inlineBody: [UInt8]?
    }

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
        let terms = CacheTerms(status, headers, requested: requested, received: received)
        fields = Boxed(
            Fields(
                id: id,
                key: key,
                status: status,
                version: version,
                headers: headers,
                undecodedCodings: undecodedCodings,
                selection: selection,
                requested: requested,
                received: received,
                range: range,
                length: length,
                isInvalidated: isInvalidated,
                tags: tags,
                terms: terms,
                inlineBody: inlineBody
            )
        )
    }

    package static func == (one: StoredResponse, other: StoredResponse) -> Bool {
        one.fields.value == other.fields.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(fields.value)
    }
}

extension StoredResponse {
    /// A number that the store gives; no two answers ever have the same.
    package var id: Int64 {
        get { fields.value.id }
        set { fields.value.id = newValue }
    }

    package var key: CacheKey { fields.value.key }

    package var status: HTTPStatus {
        get { fields.value.status }
        set { fields.value.status = newValue }
    }

    package var version: HTTPVersion { fields.value.version }

    /// Without those of the connection.
    package var headers: Headers {
        get { fields.value.headers }
        _modify { yield &fields.value.headers }
    }

    /// The codings that are still on the bytes.
    package var undecodedCodings: [String] { fields.value.undecodedCodings }

    package var selection: Selection { fields.value.selection }

    /// When the request was sent, in seconds since 1970.
    package var requested: Int { fields.value.requested }

    /// When the answer came, in seconds since 1970.
    package var received: Int { fields.value.received }

    /// Which bytes are held, where they are not all.
    package var range: ContentRange? {
        get { fields.value.range }
        set { fields.value.range = newValue }
    }

    /// How many bytes are held.
    package var length: Int {
        get { fields.value.length }
        set { fields.value.length = newValue }
    }

    /// Whether the server must be asked before it is used again, whatever else is said.
    package var isInvalidated: Bool {
        get { fields.value.isInvalidated }
        set { fields.value.isInvalidated = newValue }
    }

    package var tags: Set<String> {
        get { fields.value.tags }
        set { fields.value.tags = newValue }
    }

    package var terms: CacheTerms { fields.value.terms }

    /// The body, where the store gave it together with the rest.
    package var inlineBody: [UInt8]? {
        get { fields.value.inlineBody }
        set { fields.value.inlineBody = newValue }
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
        var headers = headers.merging(fresh)
        // The age of old is not the age of now.
        if !news.contains(.age) { headers.remove(.age) }
        let terms = CacheTerms(status, headers, requested: requested, received: received)
        copy.fields.value.headers = headers
        copy.fields.value.requested = requested
        copy.fields.value.received = received
        copy.fields.value.isInvalidated = false
        copy.fields.value.terms = terms
        return copy
    }
}

/// Which fields of a message are stored: not those of its connection (RFC 9111 §3.1).
package struct FieldsToKeep: Sendable {
    private let named: [HeaderName]

    package init(_ headers: Headers) {
        named = headers.values(of: .connection).flatMap { value in
            // What nearly all answers say names no field.
            value == "keep-alive" || value == "close" ? [] : Vary([value]).names
        }
    }

    package func contains(_ name: HeaderName) -> Bool {
        !Self.isOfConnection(name) && !named.contains(name)
    }

    private static func isOfConnection(_ name: HeaderName) -> Bool {
        switch name.rawValue.utf8.count {
        case 2: name == "TE"
        case 7: name == "Trailer" || name == "Upgrade"
        case 10: name == .connection || name == "Keep-Alive"
        case 16: name == "Proxy-Connection"
        case 17: name == .transferEncoding
        case 18: name == "Proxy-Authenticate"
        case 19: name == .proxyAuthorization
        case 25: name == "Proxy-Authentication-Info"
        default: false
        }
    }
}

extension HeaderName {
    /// Whether the field is about the bytes that are stored, which a 304 does not bring anew.
    fileprivate var describesContent: Bool {
        self == .contentLength || self == .contentEncoding || self == .contentRange
    }
}
