/// A mark that tells versions of a resource apart (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable {
    /// Whether it stands for versions that are as good as each other, not the same byte by byte.
    public let isWeak: Bool
    /// What stands between the quotes.
    public let opaque: String

    /// A tag of the given text; `nil` where that has quotes, blanks or control characters.
    public init?(opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(Self.isTagByte) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads a value of `ETag`: `"v1"` or `W/"v1"`.
    public init?(_ text: String) {
        var scanner = FieldScanner(text.trimmingBlanks)
        self.init(&scanner)
        guard scanner.isAtEnd else { return nil }
    }

    private init?(_ scanner: inout FieldScanner) {
        isWeak = scanner.take("W")
        if isWeak, !scanner.take("/") { return nil }
        guard scanner.take("\"") else { return nil }
        opaque = scanner.text(while: Self.isTagByte)
        guard scanner.take("\"") else { return nil }
    }

    /// Reads a list as in `If-None-Match`; what is no tag ends it.
    public static func list(_ text: String) -> [EntityTag] {
        var scanner = FieldScanner(text)
        var tags: [EntityTag] = []
        while true {
            scanner.skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
            guard let tag = EntityTag(&scanner) else { return tags }
            tags.append(tag)
            scanner.skipBlanks()
            guard scanner.next == UInt8(ascii: ",") else { return tags }
        }
    }

    /// Whether both are strong and equal (RFC 9110 §8.8.3.2).
    public func stronglyMatches(_ other: EntityTag) -> Bool {
        !isWeak && self == other
    }

    /// Whether both have one text, weak or not (RFC 9110 §8.8.3.2).
    public func weaklyMatches(_ other: EntityTag) -> Bool {
        opaque == other.opaque
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || 0x23...0x7E ~= byte || byte >= 0x80
    }
}

extension EntityTag: CustomStringConvertible {
    public var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }
}
