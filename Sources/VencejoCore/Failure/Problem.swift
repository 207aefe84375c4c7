public import VencejoHTTP
public import VencejoJSON

/// What a server says about a failure, machine-readable (RFC 9457).
public struct Problem: Sendable, Hashable {
    /// What kind of problem; `about:blank` means no more than the status says.
    public var type: String
    /// The kind in a few words.
    public var title: String?
    /// The status as the document says; the answer's own status is what counts.
    public var status: Int?
    /// This occurrence, for a person.
    public var detail: String?
    /// An address that names this occurrence.
    public var instance: String?
    /// Members of the document that the standard does not name.
    public var extensions: JSONObject

    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensions: JSONObject = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }

    /// Reads an answer's body; `nil` where media type or body is no problem document.
    ///
    /// A member of the wrong type is ignored (RFC 9457 §3.1).
    public init?(headers: Headers, body: [UInt8]) {
        guard ErrorDocument.mediaType(of: headers) == "application/problem+json",
            let members = ErrorDocument.members(of: body)
        else { return nil }
        self.init(members)
    }

    private init(_ members: JSONObject) {
        self.init(
            type: members["type"]?.stringValue ?? "about:blank",
            title: members["title"]?.stringValue,
            status: members["status"].flatMap(Self.wholeNumber),
            detail: members["detail"]?.stringValue,
            instance: members["instance"]?.stringValue,
            extensions: JSONObject(
                members.lazy
                    .filter { !Self.standardMembers.contains($0.key) }
                    .map { ($0.key, $0.value) }
            )
        )
    }

    private static let standardMembers: Set<String> = [
        "type", "title", "status", "detail", "instance",
    ]

    private static func wholeNumber(_ value: JSONValue) -> Int? {
        value.intValue ?? value.doubleValue.flatMap { Int(exactly: $0) }
    }
}

/// The plainer form of an error body: a code, a message, and details by name.
public struct APIErrorBody: Sendable, Hashable {
    public var code: String
    public var message: String
    public var details: [String: String]?

    public init(code: String, message: String, details: [String: String]? = nil) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// Reads a body; `nil` unless it has a code or a message at least.
    ///
    /// Numbers and Booleans are taken as their text; a document inside `error` is found too.
    public init?(body: [UInt8]) {
        guard let members = ErrorDocument.members(of: body) else { return nil }
        let inner = members["error"]?.objectValue
        guard let found = Self(members) ?? inner.flatMap(Self.init) else { return nil }
        self = found
    }

    private init?(_ members: JSONObject) {
        let code = members["code"].flatMap(ErrorDocument.text)
        let message = members["message"].flatMap(ErrorDocument.text)
        guard code != nil || message != nil else { return nil }
        self.init(
            code: code ?? "",
            message: message ?? "",
            details: members["details"]?.objectValue.map(Self.details)
        )
    }

    private static func details(_ members: JSONObject) -> [String: String] {
        let pairs = members.compactMap { member in
            ErrorDocument.text(member.value).map { (member.key, $0) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension NetworkError {
    /// The server's explanation, where it sent a problem document (RFC 9457).
    public var problem: Problem? {
        response.flatMap { Problem(headers: $0.headers, body: $0.body.bytes) }
    }

    /// The server's explanation, where it sent `code`, `message` and `details`.
    public var apiError: APIErrorBody? {
        response.flatMap { APIErrorBody(body: $0.body.bytes) }
    }
}

/// What both forms of error body are read with.
private enum ErrorDocument: Sendable {
    /// The media type without parameters, in small letters.
    static func mediaType(of headers: Headers) -> String {
        let value = headers.values(of: .contentType).first ?? ""
        let essence = value.prefix { $0 != ";" }
        return essence.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    static func members(of body: [UInt8]) -> JSONObject? {
        let value = try? JSONValue(parsing: body)
        return value?.objectValue
    }

    /// Text, or a number or Boolean as it is written.
    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let flag): "\(flag)"
        default: nil
        }
    }
}
