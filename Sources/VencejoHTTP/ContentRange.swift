/// Which part of a resource a message holds (RFC 9110 §14.4).
public struct ContentRange: Hashable, Sendable {
    /// The first and the last byte, counted from 0; `nil` where no part could be given.
    public let bytes: ClosedRange<Int>?
    /// The bytes of the whole; `nil` where the server does not know.
    public let completeLength: Int?

    public init(bytes: ClosedRange<Int>, completeLength: Int?) {
        self.bytes = bytes
        self.completeLength = completeLength
    }

    /// Reads `bytes 0-499/1234`, `bytes 0-499/*` or `bytes */1234`; all else is none.
    public init?(_ text: String) {
        var scanner = FieldScanner(text.trimmingBlanks)
        guard scanner.token()?.lowercased() == "bytes", scanner.take(" ") else { return nil }
        if scanner.take("*") {
            bytes = nil
        } else {
            guard let first = scanner.number(), scanner.take("-"), let last = scanner.number(),
                first <= last
            else { return nil }
            bytes = first...last
        }
        guard scanner.take("/") else { return nil }
        if scanner.take("*") {
            completeLength = nil
        } else {
            guard let length = scanner.number() else { return nil }
            completeLength = length
        }
        guard scanner.isAtEnd, bytes != nil || completeLength != nil else { return nil }
        if let bytes, let completeLength, bytes.upperBound >= completeLength { return nil }
    }
}

extension ContentRange: CustomStringConvertible {
    public var description: String {
        let range = bytes.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "*"
        return "bytes \(range)/\(completeLength.map(String.init) ?? "*")"
    }
}

/// The parts of a resource that a request asks for (RFC 9110 §14.1.2).
public struct ByteRanges: Hashable, Sendable {
    /// One part: from a byte on, between two, or the last so many.
    public enum Part: Hashable, Sendable {
        case from(Int)
        case between(ClosedRange<Int>)
        case last(Int)
    }

    public let parts: [Part]

    /// Reads `bytes=0-499, -500`; all else is none and means the whole (RFC 9110 §14.2).
    public init?(_ text: String) {
        var scanner = FieldScanner(text.trimmingBlanks)
        guard scanner.token()?.lowercased() == "bytes", scanner.take("=") else { return nil }
        var parts: [Part] = []
        while true {
            scanner.skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
            if scanner.isAtEnd { break }
            guard let part = Self.part(&scanner) else { return nil }
            parts.append(part)
            scanner.skipBlanks()
            guard scanner.isAtEnd || scanner.next == UInt8(ascii: ",") else { return nil }
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    private static func part(_ scanner: inout FieldScanner) -> Part? {
        if scanner.take("-") { return scanner.number().map(Part.last) }
        guard let first = scanner.number(), scanner.take("-") else { return nil }
        guard let next = scanner.next, 0x30...0x39 ~= next else { return .from(first) }
        guard let last = scanner.number(), first <= last else { return nil }
        return .between(first...last)
    }
}

extension FieldScanner {
    /// Digits as a number; `nil` where none begin or no resource has such a byte.
    fileprivate mutating func number() -> Int? {
        Int(text { 0x30...0x39 ~= $0 }).flatMap { $0 < 1 << 62 ? $0 : nil }
    }
}

extension HeaderName {
    public static let acceptRanges: HeaderName = "Accept-Ranges"
    public static let contentRange: HeaderName = "Content-Range"
    public static let ifRange: HeaderName = "If-Range"
    public static let range: HeaderName = "Range"
}
