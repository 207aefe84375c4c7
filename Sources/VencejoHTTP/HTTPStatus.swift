/// A status code (RFC 9110 §15).
public struct HTTPStatus: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The number, 100 to 599 in answers that follow the standard.
    public let code: Int

    public init(_ code: Int) {
        self.code = code
    }

    public init(integerLiteral value: Int) {
        code = value
    }

    /// 1xx: the final answer is still to come.
    public var isInformational: Bool { 100..<200 ~= code }
    /// 2xx: done as asked.
    public var isSuccess: Bool { 200..<300 ~= code }
    /// 3xx: more is to be done, often elsewhere.
    public var isRedirection: Bool { 300..<400 ~= code }
    /// 4xx: the request is at fault.
    public var isClientError: Bool { 400..<500 ~= code }
    /// 5xx: the server is at fault.
    public var isServerError: Bool { 500..<600 ~= code }

    /// Whether an answer with this status never has content (RFC 9112 §6.3).
    public var hasNoContent: Bool { isInformational || code == 204 || code == 304 }
}

extension HTTPStatus: CustomStringConvertible {
    public var description: String {
        let reason = reasonPhrase
        return reason.isEmpty ? "\(code)" : "\(code) \(reason)"
    }
}

extension HTTPStatus {
    public static let ok: HTTPStatus = 200
    public static let created: HTTPStatus = 201
    public static let noContent: HTTPStatus = 204
    public static let notModified: HTTPStatus = 304
    public static let badRequest: HTTPStatus = 400
    public static let unauthorized: HTTPStatus = 401
    public static let forbidden: HTTPStatus = 403
    public static let notFound: HTTPStatus = 404
    public static let unprocessableContent: HTTPStatus = 422
    public static let tooManyRequests: HTTPStatus = 429
    public static let internalServerError: HTTPStatus = 500
    public static let serviceUnavailable: HTTPStatus = 503

    /// The registered words for the code, empty where there are none.
    public var reasonPhrase: String {
        Self.reasonPhrases[code] ?? ""
    }

    private static let reasonPhrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
        204: "No Content", 205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
        208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect",
        308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict",
        410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request",
        422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
        506: "Variant Also Negotiates", 507: "Insufficient Storage", 508: "Loop Detected",
        511: "Network Authentication Required",
    ]
}
