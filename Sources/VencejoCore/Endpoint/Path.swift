import VencejoHTTP

/// The path of a call below the base URL, or a whole address.
///
/// Literal text is the author's own and may hold slashes and a query. An interpolated value is
/// data: whatever it holds, it becomes one escaped segment.
///
///     "users/\(id)/posts"              // users/7/posts
///     "items/\("a/b?c")"               // items/a%2Fb%3Fc
///     "files/\(raw: "2024/may.txt")"   // files/2024/may.txt
///     "\(empty)/posts"                 // one empty segment, then posts
///     "https://other.example/next?p=2" // used as it is
///
/// An empty path means the base URL itself; `"/"` and an empty value alone are one empty segment
/// below it. `URI.appending(path:)` has the table of what a base URL and a path make together.
public struct Path: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text, escaped where it must be; without a leading slash, unless a whole address.
    public let encoded: String
    /// Whether this is a whole address, to be used as it is.
    public let isAbsolute: Bool
    /// Whether this is the base URL itself: no segment at all, which one empty segment is not.
    let isBase: Bool

    private init(building text: String, raw: Bool) {
        var builder = StringInterpolation(literalCapacity: text.utf8.count, interpolationCount: 0)
        if raw { builder.appendInterpolation(raw: text) } else { builder.appendLiteral(text) }
        self.init(stringInterpolation: builder)
    }

    /// A path or a whole address held in a variable, such as a link a server sent.
    ///
    /// The text is taken as literal text: its slashes separate segments.
    public init(_ text: String) {
        self.init(building: text, raw: true)
    }

    /// A path of these segments, each escaped.
    public init(segments: some Sequence<String>) {
        let escaped = segments.map(PercentEncoding.segment)
        encoded = escaped.joined(separator: "/")
        isAbsolute = false
        isBase = escaped.isEmpty
    }

    public init(stringLiteral value: String) {
        self.init(building: value, raw: false)
    }

    public init(stringInterpolation: StringInterpolation) {
        encoded = stringInterpolation.text
        isAbsolute = stringInterpolation.isAbsolute
        isBase = stringInterpolation.isBase
    }
}

extension Path {
    /// What assembles a path from literal text and values.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""
        fileprivate var isAbsolute = false
        private var isEmpty = true
        /// Whether a segment began where a query or nothing follows: an empty one.
        private var hasSegment = false

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        public mutating func appendLiteral(_ literal: String) {
            guard !literal.isEmpty else { return }
            if isEmpty {
                isEmpty = false
                isAbsolute = Self.startsAddress(literal)
                // The base URL brings the slash; a second one would be an empty segment.
                let tail = !isAbsolute && literal.utf8.first == UInt8(ascii: "/")
                hasSegment = tail
                text += Self.escapedLiteral(tail ? String(literal.dropFirst()) : literal)
            } else {
                text += Self.escapedLiteral(literal)
            }
        }

        /// Appends a value as one escaped segment, or as part of one.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            if isEmpty { hasSegment = true }
            isEmpty = false
            text += PercentEncoding.segment(value.description)
        }

        /// Appends the raw value as one escaped segment.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: CustomStringConvertible {
            appendInterpolation(value.rawValue)
        }

        /// Appends text whose slashes separate segments.
        public mutating func appendInterpolation(raw value: String) {
            appendLiteral(value)
        }
    }
}

extension Path.StringInterpolation {
    fileprivate var isBase: Bool {
        switch text.utf8.first {
        case nil, UInt8(ascii: "?"), UInt8(ascii: "#"): !hasSegment
        default: false
        }
    }

    fileprivate static func startsAddress(_ text: String) -> Bool {
        let first = text.utf8.first.map { $0 | 0x20 }
        guard first == UInt8(ascii: "h") || first == UInt8(ascii: "w") else { return false }
        let start = text.prefix(8).lowercased()
        return ["http://", "https://", "ws://", "wss://"].contains { start.hasPrefix($0) }
    }

    /// Literal text keeps its separators and its own escapes; what no address may hold is escaped.
    ///
    /// Control characters stay, for the check of the request to refuse them.
    fileprivate static func escapedLiteral(_ text: String) -> String {
        if text.utf8.allSatisfy(\.isPlainInPath) { return text }
        guard !text.utf8.contains(where: \.isControl) else { return text }
        return text.split(separator: "#", omittingEmptySubsequences: false)
            .map { PercentEncoding.escapingIRI(mendingEscapes($0)) }
            .joined(separator: "#")
    }

    /// A percent sign that begins no escape stands for itself (RFC 3986 §2.4).
    private static func mendingEscapes(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let pieces = text.split(separator: "%", omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(String(pieces[0])) { mended, piece in
            let isEscape = piece.utf8.count >= 2 && piece.prefix(2).allSatisfy(\.isHexDigit)
            return mended + (isEscape ? "%" : "%25") + piece
        }
    }
}

extension UInt8 {
    /// Whether the byte stands for itself in a path, as nearly all do.
    fileprivate var isPlainInPath: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether the byte is a control, which no address may hold.
    var isControl: Bool { self < 0x20 || self == 0x7F }
}
