/// How content is to be presented, and under which name it may be kept (RFC 6266).
///
///     ContentDisposition(#"attachment; filename="a.txt"; filename*=UTF-8''%E2%82%AC.txt"#)?.filename
///
/// A name comes from the server as it is, with slashes, dots and whatever else: it is no path.
public struct ContentDisposition: Hashable, Sendable {
    /// In lower case: `inline`, `attachment`, `form-data`.
    public let type: String
    /// Names in lower case, in order, each once; the first of a name counts.
    public let parameters: [Parameter]

    /// A name and its value; that of `filename*` is decoded (RFC 8187 §3.2).
    public struct Parameter: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The name that the server proposes: `filename*` before `filename` (RFC 6266 §4.3).
    public var filename: String? { self["filename*"] ?? self["filename"] }

    /// The value of a parameter, its name in lower case.
    public subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Reads a value of `Content-Disposition`; `nil` where it begins with no type.
    ///
    /// What is no parameter is passed over, as is an extended value that cannot be decoded.
    public init?(_ text: String) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        guard let type = scanner.token() else { return nil }
        self.type = type.lowercased()
        var found: [Parameter] = []
        while Self.skipToSemicolon(&scanner) {
            guard let parameter = Self.parameter(&scanner),
                !found.contains(where: { $0.name == parameter.name })
            else { continue }
            found.append(parameter)
        }
        parameters = found
    }

    private static func skipToSemicolon(_ scanner: inout FieldScanner) -> Bool {
        while !scanner.isAtEnd {
            if scanner.take(";") { return true }
            if scanner.take("\"") {
                _ = scanner.quoted()
            } else {
                scanner.skip { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\"") }
            }
        }
        return false
    }

    private static func parameter(_ scanner: inout FieldScanner) -> Parameter? {
        scanner.skipBlanks()
        guard let name = scanner.token()?.lowercased() else { return nil }
        scanner.skipBlanks()
        guard scanner.take("=") else { return nil }
        scanner.skipBlanks()
        let value: String
        if scanner.take("\"") {
            value = scanner.quoted().text
        } else {
            value = scanner.text { $0 != UInt8(ascii: ";") }.trimmingBlanks
        }
        guard name.utf8.last == UInt8(ascii: "*") else {
            return Parameter(name: name, value: value)
        }
        return ExtendedValue(value).map { Parameter(name: name, value: $0.value) }
    }
}

extension HeaderName {
    public static let contentDisposition: HeaderName = "Content-Disposition"
}
