/// The name of a field, compared without case (RFC 9110 §5.1) and sent as it was spelt.
public struct HeaderName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as it was spelt.
    public let rawValue: String

    /// Any text; whether it is a token is asked by ``isToken`` before anything is sent.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }

    public static func == (left: HeaderName, right: HeaderName) -> Bool {
        guard left.rawValue.utf8.count == right.rawValue.utf8.count else { return false }
        // The same spelling is the rule, and comparing whole texts is cheap.
        return left.rawValue == right.rawValue || left.matches(right)
    }

    /// Whether the names differ in case alone; they are of one length.
    private func matches(_ other: HeaderName) -> Bool {
        var left = rawValue
        var right = other.rawValue
        return left.withUTF8 { left in
            right.withUTF8 { right in
                for index in left.indices {
                    guard unsafe left[index].asciiLowercased == right[index].asciiLowercased
                    else { return false }
                }
                return true
            }
        }
    }

    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 {
            hasher.combine(byte.asciiLowercased)
        }
        hasher.combine(0xFF as UInt8)
    }

    /// Whether the text is a token (RFC 9110 §5.6.2), and so may be sent.
    public var isToken: Bool {
        !rawValue.isEmpty && rawValue.everyByte(\.isTokenByte)
    }
}

extension HeaderName: CustomStringConvertible {
    public var description: String { rawValue }
}

extension HeaderName {
    public static let accept: HeaderName = "Accept"
    public static let acceptEncoding: HeaderName = "Accept-Encoding"
    public static let acceptLanguage: HeaderName = "Accept-Language"
    public static let authorization: HeaderName = "Authorization"
    public static let cacheControl: HeaderName = "Cache-Control"
    public static let connection: HeaderName = "Connection"
    public static let contentEncoding: HeaderName = "Content-Encoding"
    public static let contentLanguage: HeaderName = "Content-Language"
    public static let contentLength: HeaderName = "Content-Length"
    public static let contentLocation: HeaderName = "Content-Location"
    public static let contentType: HeaderName = "Content-Type"
    public static let cookie: HeaderName = "Cookie"
    public static let date: HeaderName = "Date"
    public static let etag: HeaderName = "ETag"
    public static let expect: HeaderName = "Expect"
    public static let expires: HeaderName = "Expires"
    public static let host: HeaderName = "Host"
    public static let ifMatch: HeaderName = "If-Match"
    public static let ifModifiedSince: HeaderName = "If-Modified-Since"
    public static let ifNoneMatch: HeaderName = "If-None-Match"
    public static let lastModified: HeaderName = "Last-Modified"
    public static let link: HeaderName = "Link"
    public static let location: HeaderName = "Location"
    public static let proxyAuthorization: HeaderName = "Proxy-Authorization"
    public static let referer: HeaderName = "Referer"
    public static let retryAfter: HeaderName = "Retry-After"
    public static let setCookie: HeaderName = "Set-Cookie"
    public static let transferEncoding: HeaderName = "Transfer-Encoding"
    public static let userAgent: HeaderName = "User-Agent"
    public static let vary: HeaderName = "Vary"
    public static let wwwAuthenticate: HeaderName = "WWW-Authenticate"
}
