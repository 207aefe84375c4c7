package import VencejoHTTP

/// A check that a request can be sent as it stands, before anything of it is sent.
///
/// A line break in a method or a field would start a second request of the attacker's choice; a
/// length that is not the body's would shift where the next one begins.
public struct RequestCheck: Middleware {
    public init() {}

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        if let fault = Self.fault(in: request) {
            throw NetworkError(.invalidRequest(fault), request: request)
        }
        return try await next(request)
    }

    /// What keeps a request from being sent, if anything.
    package static func fault(in request: Request) -> NetworkError.InvalidRequest? {
        guard request.method.isToken else { return .method(request.method.rawValue) }
        guard request.url.isHTTP else { return .url(request.url.description) }
        if let field = request.headers.first(where: { !$0.isValid }) {
            return .header(field.name.rawValue)
        }
        if let name = framingFault(in: request) { return .header(name.rawValue) }
        if !request.body.isNone, !request.method.allowsContent {
            return .bodyNotAllowed(request.method)
        }
        return nil
    }

    /// The transport frames the message; a caller may at most say the same (RFC 9112 §6).
    private static func framingFault(in request: Request) -> HeaderName? {
        if request.headers.contains(.transferEncoding) { return .transferEncoding }
        let hosts = request.headers.values(of: .host)
        guard hosts.count <= 1, hosts.allSatisfy(isHost) else { return .host }
        for length in request.headers.values(of: .contentLength) {
            guard let count = request.body.count, Int(length) == count else {
                return .contentLength
            }
        }
        return nil
    }

    /// Whether a value is a host with or without a port, as far as its characters say
    /// (RFC 9110 §7.2, RFC 3986 §3.2.2).
    private static func isHost(_ value: String) -> Bool {
        value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~!$&'()*+,;=%:[]".utf8.contains(byte)
            }
        }
    }
}

extension HTTPMethod {
    /// Whether content has a meaning with this method (RFC 9110 §9.3.1, §9.3.2, §9.3.8).
    package var allowsContent: Bool {
        ![.get, .head, .trace, .connect].contains(self)
    }
}
