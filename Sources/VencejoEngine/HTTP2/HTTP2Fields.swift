#if os(Linux)
import CNGHTTP2
package import VencejoCore
import VencejoHTTP

/// The fields of a request as HTTP/2 sends them: pseudo fields first, names in lower case.
///
///     :method GET  :scheme https  :path /users  :authority example.com  accept …
///
/// All text lies in one array, so that handing it to nghttp2 needs no memory of its own.
package struct HTTP2Fields: Sendable {
    private struct Place: Sendable {
        var name: Int
        var value: Int
        var end: Int
        var isSecret: Bool
    }

    private var text: [UInt8] = []
    private var places: [Place] = []

    package init(_ request: Request, userAgent: String, codings: String) throws(EngineFault) {
        let url = request.url
        try Self.check(request)
        text.reserveCapacity(256)
        places.reserveCapacity(request.headers.count + 7)
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
        if let length = Self.length(request) { append("content-length", String(length)) }
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

    private static func length(_ request: Request) -> Int? {
        if !request.body.isNone { return request.body.count }
        // RFC 9110 §8.6: a method that usually carries content says when there is none.
        let method = request.method
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

    private mutating func append(_ name: String, _ value: String, isSecret: Bool = false) {
        let start = text.count
        text.append(contentsOf: name.utf8.lazy.map { 65...90 ~= $0 ? $0 | 0x20 : $0 })
        let middle = text.count
        // RFC 9113 §8.2.1: no blank at either end.
        var content = value.utf8[...]
        while let first = content.first, first == 0x20 || first == 0x09 { content.removeFirst() }
        while let last = content.last, last == 0x20 || last == 0x09 { content.removeLast() }
        text.append(contentsOf: content)
        places.append(Place(name: start, value: middle, end: text.count, isSecret: isSecret))
    }

    /// Lends the fields in nghttp2's form.
    func withPairs<Result>(
        _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result
    ) -> Result {
        text.withUnsafeBufferPointer { text in
            withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: places.count) { pairs in
                let base = UnsafeMutablePointer(mutating: text.baseAddress)
                for (index, place) in places.enumerated() {
                    // RFC 7541 §7.1.3: a secret in a table could be guessed at from outside.
                    let flag = place.isSecret ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE
                    let pair = nghttp2_nv(
                        name: base.map { $0 + place.name },
                        value: base.map { $0 + place.value },
                        namelen: place.value - place.name,
                        valuelen: place.end - place.value,
                        flags: UInt8(truncatingIfNeeded: flag.rawValue)
                    )
                    pairs.initializeElement(at: index, to: pair)
                }
                return body(pairs.baseAddress.map { UnsafePointer($0) }, places.count)
            }
        }
    }
}
#endif
