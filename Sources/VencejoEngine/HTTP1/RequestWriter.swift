#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoWire

/// Turns a request into the bytes of its message (RFC 9112 §3).
///
/// Each line goes straight to where it is sent from: no fields are collected in between.
struct RequestWriter: Sendable {
    private let form: RequestForm
    private let lines: OwnLines

    init(_ lines: OwnLines, form: RequestForm = .origin) {
        self.form = form
        self.lines = lines
    }

    /// The lines that are the same in every request, ready to be sent.
    struct OwnLines: Sendable {
        fileprivate let agent: [UInt8]?
        fileprivate let codings: [UInt8]
        fileprivate let continueTimeout: Duration

        init(_ configuration: EngineConfiguration) {
            agent = Self.line(.userAgent, configuration.userAgent)
            codings = Self.line(.acceptEncoding, CodingPlan.accepted) ?? []
            continueTimeout = configuration.continueTimeout
        }

        /// `nil` for a value that cannot be sent.
        private static func line(_ name: HeaderName, _ value: String) -> [UInt8]? {
            var bytes: [UInt8] = []
            do throws(WireError) {
                try Serializer.field(name, value, into: &bytes)
                return bytes
            } catch {
                return nil
            }
        }
    }

    /// Small bodies go out with the head, in one system call; larger ones are not copied.
    private static let smallBody = 65_536

    func message(for request: Request) throws(EngineFault) -> Message {
        let url = request.url
        let method = request.method
        let headers = request.headers
        try check(url, method)
        var message = Message(head: [], body: .none)
        var upgrade: String?
        if case .upgrade(let name) = request.delivery { upgrade = name }
        let length = try open(request, method, headers, &message)
        let small = takeSmallBody(of: &message)
        message.head.reserveCapacity(256 + headers.count * 64 + small.count)
        try writeRequestLine(method, url, &message.head)
        try writeFields(headers, url, isEmpty: request.body.isNone, upgrade, &message.head)
        switch length {
        case .none: break
        case .known(let count): Serializer.field(.contentLength, count, into: &message.head)
        case .unknown:
            Serializer.append(static: "Transfer-Encoding: chunked\r\n", to: &message.head)
        }
        Serializer.append(static: "\r\n", to: &message.head)
        if !small.isEmpty { message.head += small }
        return message
    }

    private enum Length: Sendable, Hashable {
        case none
        case known(Int)
        case unknown
    }

    /// Opens the body, and says how its length is told.
    private func open(
        _ request: Request,
        _ method: HTTPMethod,
        _ headers: Headers,
        _ message: inout Message
    ) throws(EngineFault) -> Length {
        let content = request.body.content
        if case .none = content {
            return Self.announcesEmptyBody(method) ? .known(0) : .none
        }
        if Self.expectsContinue(headers) { message.continueTimeout = lines.continueTimeout }
        switch content {
        case .none: return .none
        case .bytes(let bytes):
            message.body = .bytes(bytes)
            return .known(bytes.count)
        case .file(let path):
            let file = try FileReader.of(path)
            message.body = .file(file)
            return .known(file.count)
        case .stream(let stream):
            message.body = .stream(stream)
            return stream.length.map(Length.known) ?? .unknown
        }
    }

    private func takeSmallBody(of message: inout Message) -> [UInt8] {
        guard case .bytes(let bytes) = message.body, bytes.count <= Self.smallBody,
            message.continueTimeout == nil
        else { return [] }
        message.body = .none
        return bytes
    }

    private func check(_ url: URI, _ method: HTTPMethod) throws(EngineFault) {
        guard url.isWeb, !url.host.isEmpty, 0...65_535 ~= url.effectivePort else {
            throw EngineFault(.invalidRequest(.url(url.description)))
        }
        guard method != .connect else {
            throw EngineFault(.unsupported("CONNECT needs a proxy"))
        }
    }

    private func writeRequestLine(
        _ method: HTTPMethod,
        _ url: URI,
        _ bytes: inout [UInt8]
    ) throws(EngineFault) {
        do {
            try Serializer.requestLine(
                method: method,
                path: form.isAbsolute ? form.target(url) : url.path,
                query: form.isAbsolute ? nil : url.query,
                into: &bytes
            )
        } catch {
            guard method.isToken else {
                throw EngineFault(.invalidRequest(.method(method.rawValue)))
            }
            throw EngineFault(.invalidRequest(.url(url.description)), underlying: error)
        }
    }

    private static func expectsContinue(_ headers: Headers) -> Bool {
        headers[.expect]?.lowercased() == "100-continue"
    }

    private func writeFields(
        _ headers: Headers,
        _ url: URI,
        isEmpty: Bool,
        _ upgrade: String?,
        _ bytes: inout [UInt8]
    ) throws(EngineFault) {
        // RFC 9110 §7.2: Host comes first.
        if !headers.isEmpty, let host = headers[.host] {
            try write(.host, host, &bytes)
        } else {
            writeHost(url, &bytes)
        }
        var hasAgent = false
        var hasCodings = false
        for field in headers {
            if isLeftOut(field, isEmpty: isEmpty) {
                guard field.isValid else {
                    throw EngineFault(.invalidRequest(.header(field.name.rawValue)))
                }
                continue
            }
            switch field.name.rawValue.utf8.count {
            case 10 where field.name == .userAgent: hasAgent = true
            case 15 where field.name == .acceptEncoding: hasCodings = true
            default: break
            }
            try write(field.name, field.value, &bytes)
        }
        if let authorization = form.proxyAuthorization {
            try write(.proxyAuthorization, authorization, &bytes)
        }
        if let name = upgrade {
            Serializer.append(static: "Connection: Upgrade\r\n", to: &bytes)
            try write("Upgrade", name, &bytes)
        }
        if !hasAgent {
            guard let agent = lines.agent else {
                throw EngineFault(.invalidRequest(.header(HeaderName.userAgent.rawValue)))
            }
            bytes += agent
        }
        if !hasCodings { bytes += lines.codings }
    }

    private func writeHost(_ url: URI, _ bytes: inout [UInt8]) {
        Serializer.append(static: "Host: ", to: &bytes)
        let start = bytes.count
        Serializer.append(url.host, to: &bytes)
        if bytes[start...].contains(UInt8(ascii: ":")) {
            bytes.insert(UInt8(ascii: "["), at: start)
            bytes.append(UInt8(ascii: "]"))
        }
        if let port = url.port, port != (url.isSecure ? 443 : 80) {
            bytes.append(UInt8(ascii: ":"))
            Serializer.number(port, into: &bytes)
        }
        Serializer.append(static: "\r\n", to: &bytes)
    }

    private func write(
        _ name: HeaderName,
        _ value: String,
        _ bytes: inout [UInt8]
    ) throws(EngineFault) {
        do {
            try Serializer.field(name, value, into: &bytes)
        } catch {
            throw EngineFault(.invalidRequest(.header(name.rawValue)), underlying: error)
        }
    }

    /// Whether a field is not for the next reader, or contradicts how the message is framed.
    private func isLeftOut(_ field: HeaderField, isEmpty: Bool) -> Bool {
        switch field.name.rawValue.utf8.count {
        case 4: field.name == .host
        case 6: field.name == .expect && isEmpty  // RFC 9110 §10.1.1
        case 7: field.name == "Upgrade"
        case 10: field.name == .connection || field.name == "Keep-Alive"
        case 14: field.name == .contentLength
        case 16: field.name == "Proxy-Connection"
        case 17: field.name == .transferEncoding
        // What is said to a proxy stays before the proxy (RFC 9110 §11.7.2).
        case 19:
            field.name == .proxyAuthorization
                && (!form.isAbsolute || form.proxyAuthorization != nil)
        default: false
        }
    }

    // RFC 9110 §8.6: a method that usually carries content says when there is none.
    private static func announcesEmptyBody(_ method: HTTPMethod) -> Bool {
        method != .get && (method == .post || method == .put || method == .patch)
    }
}
#endif
