/// What content is: `type/subtype` and parameters (RFC 9110 §8.3.1).
///
///     MediaType("Application/Problem+JSON; charset=utf-8")?.isJSON   // true
///
/// Read as browsers read it (WHATWG MIME Sniffing §4.4): a broken parameter is left out, a broken
/// type is none.
public struct MediaType: Hashable, Sendable {
    /// In lower case: `text` of `text/html`.
    public let type: String
    /// In lower case: `html` of `text/html`.
    public let subtype: String
    /// In order; names in lower case and each only once.
    public let parameters: [Parameter]

    /// A name and a value, such as `charset` and `utf-8`.
    public struct Parameter: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Type and subtype, without parameters.
    public var essence: String { "\(type)/\(subtype)" }

    /// The encoding of text, as it is written.
    public var charset: String? { self["charset"] }

    /// The value of a parameter, its name in lower case.
    public subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Whether the content is JSON, by name or by suffix (RFC 6839 §3.1).
    public var isJSON: Bool {
        subtype.hasSuffix("+json") || essence == "application/json" || essence == "text/json"
    }

    /// Whether this type is in a range such as `text/*` or `*/*` (RFC 9110 §12.5.1).
    ///
    /// Parameters of the range must be here too, apart from its weight.
    public func matches(_ range: MediaType) -> Bool {
        guard range.type == "*" && range.subtype == "*" || range.type == type,
            range.subtype == "*" || range.subtype == subtype
        else { return false }
        return range.parameters.allSatisfy { asked in
            guard asked.name != "q" else { return true }
            let own = self[asked.name]
            return asked.name == "charset"
                ? own?.lowercased() == asked.value.lowercased() : own == asked.value
        }
    }

    /// Whether this type is in a range, given as text; never for text that is no range.
    public func matches(_ range: String) -> Bool {
        MediaType(range).map(matches) ?? false
    }
}

extension MediaType {
    /// Reads a value of `Content-Type` or one member of `Accept`.
    public init?(_ text: String) {
        let trimmed = Self.trimming(text.unicodeScalars[...])
        let parts = trimmed.split(
            separator: "/",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, Self.isToken(parts[0]) else { return nil }
        var rest = parts[1]
        let subtype = Self.trimming(Self.cut(before: [";"], from: &rest))
        guard Self.isToken(subtype) else { return nil }
        self.type = String(parts[0]).lowercased()
        self.subtype = String(subtype).lowercased()
        self.parameters = Self.parameters(rest)
    }

    private typealias Scalars = Substring.UnicodeScalarView

    private static func parameters(_ text: Scalars) -> [Parameter] {
        var rest = text
        var found: [Parameter] = []
        var names: Set<String> = []
        while rest.first == ";" {
            rest = rest.dropFirst().drop(while: isBlank)
            let name = cut(before: [";", "="], from: &rest)
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            let value: String
            if rest.first == "\"" {
                value = quoted(&rest)
                _ = cut(before: [";"], from: &rest)
            } else {
                value = String(trimmingEnd(cut(before: [";"], from: &rest)))
                if value.isEmpty { continue }
            }
            let lower = String(name).lowercased()
            guard isToken(name), value.unicodeScalars.allSatisfy(isQuotable),
                names.insert(lower).inserted
            else { continue }
            found.append(Parameter(name: lower, value: value))
        }
        return found
    }

    private static func quoted(_ rest: inout Scalars) -> String {
        var value = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
            value.append(scalar == "\\" ? rest.popFirst() ?? "\\" : scalar)
        }
        return String(value)
    }

    private static func cut(
        before marks: [Unicode.Scalar],
        from rest: inout Scalars
    ) -> Scalars {
        let end = rest.firstIndex(where: marks.contains) ?? rest.endIndex
        let part = rest[..<end]
        rest = rest[end...]
        return part
    }

    private static func trimming(_ text: Scalars) -> Scalars {
        trimmingEnd(text.drop(while: isBlank))
    }

    private static func trimmingEnd(_ text: Scalars) -> Scalars {
        guard let last = text.lastIndex(where: { !isBlank($0) }) else {
            return text[..<text.startIndex]
        }
        return text[...last]
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    private static func isToken(_ text: Scalars) -> Bool {
        !text.isEmpty
            && text.allSatisfy { $0.isASCII && UInt8(truncatingIfNeeded: $0.value).isTokenByte }
    }

    private static func isQuotable(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t" || 0x20...0x7E ~= scalar.value || 0x80...0xFF ~= scalar.value
    }
}

extension MediaType: CustomStringConvertible {
    /// The text as it is sent: values in quotes where they need them.
    public var description: String {
        var text = essence
        for parameter in parameters {
            text += ";\(parameter.name)="
            let value = parameter.value
            if !value.isEmpty, value.utf8.allSatisfy(\.isTokenByte) {
                text += value
            } else {
                text +=
                    "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
            }
        }
        return text
    }
}

extension MediaType {
    public static let json = MediaType(type: "application", subtype: "json")
    public static let problemJSON = MediaType(type: "application", subtype: "problem+json")
    public static let form = MediaType(type: "application", subtype: "x-www-form-urlencoded")
    public static let octetStream = MediaType(type: "application", subtype: "octet-stream")
    public static let plainText = MediaType(type: "text", subtype: "plain")
    public static let eventStream = MediaType(type: "text", subtype: "event-stream")

    private init(type: String, subtype: String) {
        self.type = type
        self.subtype = subtype
        parameters = []
    }
}
