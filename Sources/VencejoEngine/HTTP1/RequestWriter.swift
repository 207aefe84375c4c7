#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoWire

/// Turns a request into the bytes of its message (RFC 9112 §3).
struct RequestWriter: Sendable {
    private let userAgent: String
    private let form: RequestForm
    private let continueTimeout: Duration

    init(_ configuration: EngineConfiguration, form: RequestForm = .origin) {
        self.form = form
        userAgent = configuration.userAgent
        continueTimeout = configuration.continueTimeout
    }

    /// Small bodies go out with the head, in one system call; larger ones are not copied.
    private static let smallBody = 65_536

    func message(for request: Request) throws(EngineFault) -> Message {
        try check(request)
        let expectsContinue = !request.body.isNone && Self.expectsContinue(request.headers)
        let body: Message.Body
        let framing: (HeaderName, String)?
        switch request.body.content {
        case .none:
            body = .none
            framing = Self.announcesEmptyBody(request.method) ? (.contentLength, "0") : nil
        case .bytes(let bytes):
            body = .bytes(bytes)
            framing = (.contentLength, String(bytes.count))
        case .file(let path):
            let file = try FileReader(path)
            body = .file(file)
            framing = (.contentLength, String(file.count))
        case .stream(let stream):
            body = .stream(stream)
            framing =
                stream.length.map { (.contentLength, String($0)) } ?? (.transferEncoding, "chunked")
        }
        var headers = try fields(of: request)
        if let framing { headers.append(framing.0, framing.1) }
        var message = Message(head: [], body: body)
        if expectsContinue { message.continueTimeout = continueTimeout }
        try write(request, headers, into: &message)
        return message
    }

    private func check(_ request: Request) throws(EngineFault) {
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
    }

    private func write(
        _ request: Request,
        _ headers: Headers,
        into message: inout Message
    ) throws(EngineFault) {
        var small: [UInt8] = []
        if case .bytes(let bytes) = message.body, bytes.count <= Self.smallBody,
            message.continueTimeout == nil
        {
            small = bytes
            message.body = .none
        }
        do {
            try Serializer.request(
                method: request.method,
                target: form.target(request.url),
                headers: headers,
                body: small,
                into: &message.head
            )
        } catch {
            throw EngineFault(.invalidRequest(.url(request.url.description)), underlying: error)
        }
    }

    private static func expectsContinue(_ headers: Headers) -> Bool {
        headers[.expect]?.lowercased() == "100-continue"
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
            // What is said to a proxy stays before the proxy (RFC 9110 §11.7.2).
            case 19 where field.name == "Proxy-Authorization":
                if !form.isAbsolute || form.proxyAuthorization != nil { continue }
            // RFC 9110 §10.1.1: not without content.
            case 6 where field.name == .expect && request.body.isNone: continue
            case 10 where field.name == .userAgent: hasAgent = true
            case 15 where field.name == .acceptEncoding: hasEncoding = true
            default: break
            }
            headers.append(field.name, field.value)
        }
        if let authorization = form.proxyAuthorization {
            headers.append("Proxy-Authorization", authorization)
        }
        if case .upgrade(let name) = request.delivery {
            headers.append(.connection, "Upgrade")
            headers.append("Upgrade", name)
        }
        if !hasAgent { headers.append(.userAgent, userAgent) }
        if !hasEncoding { headers.append(.acceptEncoding, CodingPlan.accepted) }
        return headers
    }

    // RFC 9110 §8.6: a method that usually carries content says when there is none.
    private static func announcesEmptyBody(_ method: HTTPMethod) -> Bool {
        method == .post || method == .put || method == .patch
    }
}
#endif
