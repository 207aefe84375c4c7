#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoWire

/// Turns a request into the bytes of its message (RFC 9112 §3).
struct RequestWriter: Sendable {
    private let userAgent: String

    init(_ configuration: EngineConfiguration) {
        userAgent = configuration.userAgent
    }

    func bytes(of request: Request) throws(EngineFault) -> [UInt8] {
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
        guard request.body.isNone || request.body.bytes != nil else {
            throw EngineFault(.unsupported("only bodies in memory can be sent"))
        }
        let headers = try fields(of: request)
        var bytes: [UInt8] = []
        do {
            try Serializer.request(
                method: request.method,
                target: url.requestTarget,
                headers: headers,
                body: request.body.bytes ?? [],
                into: &bytes
            )
        } catch {
            throw EngineFault(.invalidRequest(.url(url.description)), underlying: error)
        }
        return bytes
    }

    private func fields(of request: Request) throws(EngineFault) -> Headers {
        var headers = Headers()
        headers.reserveCapacity(request.headers.count + 4)
        var hasAgent = false
        var hasEncoding = false
        // RFC 9110 §7.2: Host comes first.
        headers.append(.host, request.headers[.host] ?? request.url.hostHeader)
        for field in request.headers {
            guard field.isValid else {
                throw EngineFault(.invalidRequest(.header(field.name.rawValue)))
            }
            switch field.name.rawValue.utf8.count {
            case 4 where field.name == .host: continue
            case 14 where field.name == .contentLength: continue
            case 17 where field.name == .transferEncoding: continue
            case 10 where field.name == .connection || field.name == "Keep-Alive": continue
            case 16 where field.name == "Proxy-Connection": continue
            case 7 where field.name == "Upgrade": continue
            case 10 where field.name == .userAgent: hasAgent = true
            case 15 where field.name == .acceptEncoding: hasEncoding = true
            default: break
            }
            headers.append(field.name, field.value)
        }
        if !hasAgent { headers.append(.userAgent, userAgent) }
        if !hasEncoding { headers.append(.acceptEncoding, CodingPlan.accepted) }
        if let count = request.body.bytes?.count {
            headers.append(.contentLength, String(count))
        } else if Self.announcesEmptyBody(request.method) {
            headers.append(.contentLength, "0")
        }
        return headers
    }

    // RFC 9110 §8.6: a method that usually carries content says when there is none.
    private static func announcesEmptyBody(_ method: HTTPMethod) -> Bool {
        method == .post || method == .put || method == .patch
    }
}
#endif
