/// What tracing systems carry along with a trace (`tracestate`, W3C Trace Context §3.3).
///
///     tracestate: congo=t61rcWkgMzE,rojo=00f067aa0ba902b7
///
/// A list that breaks the rules is given up as a whole; the trace itself goes on.
public struct TraceState: Sendable, Hashable {
    /// A list longer than this is given up (§3.3.1.1).
    private static let mostMembers = 32

    /// A system's name and what it wants to find again.
    public struct Member: Sendable, Hashable {
        public let key: String
        public let value: String
    }

    /// The newest first.
    public private(set) var members: [Member] = []

    public init() {}

    /// Reads the values of one or more fields, in their order; nil where a rule is broken.
    public init?(_ fields: [String]) {
        for field in fields {
            for piece in field.split(separator: ",", omittingEmptySubsequences: false) {
                let text = Self.trimmed(piece)
                // Empty members are allowed, as lists of fields have them.
                if text.isEmpty { continue }
                guard let equals = text.firstIndex(of: "=") else { return nil }
                let member = Member(
                    key: String(text[..<equals]),
                    value: String(text[text.index(after: equals)...])
                )
                guard Self.isKey(member.key), Self.isValue(member.value),
                    members.count < Self.mostMembers,
                    !members.contains(where: { $0.key == member.key })
                else { return nil }
                members.append(member)
            }
        }
    }

    public subscript(key: String) -> String? {
        members.first { $0.key == key }?.value
    }

    /// Puts a member in front, in place of one with the same key; false where it breaks a rule.
    ///
    /// The oldest member makes way where there are 32 already.
    @discardableResult
    public mutating func set(_ key: String, _ value: String) -> Bool {
        guard Self.isKey(key), Self.isValue(value) else { return false }
        members.removeAll { $0.key == key }
        members = [Member(key: key, value: value)] + members.prefix(Self.mostMembers - 1)
        return true
    }

    /// The value of `tracestate`.
    public var text: String {
        members.map { $0.key + "=" + $0.value }.joined(separator: ",")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    /// `a` to `z` or a digit, then up to 255 of those and `_-*/@` (§3.3.1.3.1, level 2).
    private static func isKey(_ key: String) -> Bool {
        guard let first = key.utf8.first, key.utf8.count <= 256 else { return false }
        return isLetterOrDigit(first)
            && key.utf8.allSatisfy { isLetterOrDigit($0) || "_-*/@".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Up to 256 printable characters without comma and equals, and no blank at the end.
    private static func isValue(_ value: String) -> Bool {
        guard let last = value.utf8.last, value.utf8.count <= 256 else { return false }
        return last != UInt8(ascii: " ")
            && value.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=")
            }
    }
}
