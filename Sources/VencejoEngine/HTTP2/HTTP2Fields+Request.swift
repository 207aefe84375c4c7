#if os(Linux)
package import VencejoCore
import VencejoHTTP

extension HTTP2Fields {
    /// The fields of a request; throws where it cannot be sent as it stands.
    ///
    /// `length` is that of the body: unknown, or of none at all.
    package init(
        _ request: Request,
        length: Int??,
        userAgent: String,
        codings: String
    ) throws(EngineFault) {
        try Self.check(request)
        let url = request.url
        self.init([])
        reserve(request.headers.count + 7)
        append(":method", request.method.rawValue)
        append(":scheme", url.scheme)
        append(":path", url.requestTarget)
        // RFC 9113 §8.3.1: the authority stands for Host.
        append(":authority", request.headers[.host] ?? url.hostHeader)
        let named = Self.namesInConnection(request.headers)
        var hasAgent = false
        var hasCodings = false
        for field in request.headers {
            guard field.isValid else {
                throw EngineFault(.invalidRequest(.header(field.name.rawValue)))
            }
            if Self.isLeftOut(field) || named.contains(field.name) { continue }
            if field.name == .userAgent { hasAgent = true }
            if field.name == .acceptEncoding { hasCodings = true }
            append(
                field.name.rawValue,
                field.value,
                isSecret: !request.credentialFields.isEmpty
                    && request.credentialFields.contains(field.name)
            )
        }
        if !hasAgent { append("user-agent", userAgent) }
        if !hasCodings { append("accept-encoding", codings) }
        if let length = Self.length(request.method, length) {
            append("content-length", String(length))
        }
    }

    private static func check(_ request: Request) throws(EngineFault) {
        let url = request.url
        guard url.scheme == "http" || url.scheme == "https", !url.host.isEmpty,
            0...65_535 ~= url.effectivePort
        else { throw EngineFault(.invalidRequest(.url(url.description))) }
        guard request.method.isToken else {
            throw EngineFault(.invalidRequest(.method(request.method.rawValue)))
        }
        guard request.method != .connect else {
            throw EngineFault(.unsupported("CONNECT needs a proxy"))
        }
        guard url.requestTarget.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw EngineFault(.invalidRequest(.url(url.description)))
        }
    }

    private static func length(_ method: HTTPMethod, _ length: Int??) -> Int? {
        if let length { return length }
        // RFC 9110 §8.6: a method that usually carries content says when there is none.
        return method == .post || method == .put || method == .patch ? 0 : nil
    }

    // RFC 9113 §8.2.2: what speaks of a connection has no meaning here.
    private static func isLeftOut(_ field: HeaderField) -> Bool {
        switch field.name.rawValue.utf8.count {
        case 2 where field.name == "TE": field.value != "trailers"
        case 4 where field.name == .host: true
        case 7 where field.name == "Upgrade": true
        case 10 where field.name == .connection || field.name == "Keep-Alive": true
        case 14 where field.name == .contentLength || field.name == "HTTP2-Settings": true
        case 16 where field.name == "Proxy-Connection": true
        case 17 where field.name == .transferEncoding: true
        // What is said to a proxy stays before the proxy (RFC 9110 §11.7.2).
        case 19 where field.name == "Proxy-Authorization": true
        default: false
        }
    }

    // RFC 9110 §7.6.1: Connection names further fields that are for this connection alone.
    private static func namesInConnection(_ headers: Headers) -> Set<HeaderName> {
        guard let value = headers[.connection] else { return [] }
        return Set(
            value.split(separator: ",").map { part in
                HeaderName(String(part.filter { $0 != " " && $0 != "\t" }))
            }
        )
    }
}
#endif
