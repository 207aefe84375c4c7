package import VencejoCore
package import VencejoHTTP

/// What a decision needs to know of a request.
package struct CacheQuery: Sendable {
    package let key: CacheKey
    package let method: HTTPMethod
    package let headers: Headers
    package let policy: CachePolicy
    package let control: CacheControl
    /// The part that is asked for, if that is one a cache can cut out.
    package let part: ByteRanges.Part?
    package let isPartial: Bool
    /// Whether the caller asks itself whether something has changed.
    package let isConditional: Bool
    /// Whether only the server can judge the request, for it has conditions on what is there.
    package let isForOrigin: Bool

    /// Reads a request; nil where its answer cannot come from a cache.
    package init?(_ request: Request, policy: CachePolicy) {
        guard policy != .none, let key = CacheKey(request) else { return nil }
        self.key = key
        self.policy = policy
        method = request.method
        headers = request.headers
        let lines = headers.values(of: .cacheControl)
        // RFC 9111 §5.4: what clients of old say instead.
        let isOld = lines.isEmpty && headers.values(of: "Pragma").contains { $0 == "no-cache" }
        control = CacheControl(lines: isOld ? ["no-cache"] : lines)
        let range = request.method == .head ? nil : headers[.range]
        isPartial = range != nil
        let parts = range.flatMap { ByteRanges($0) }?.parts ?? []
        part = parts.count == 1 ? parts[0] : nil
        isConditional = headers.contains(.ifNoneMatch) || headers.contains(.ifModifiedSince)
        isForOrigin = headers.contains(.ifMatch) || headers.contains("If-Unmodified-Since")
    }
}
