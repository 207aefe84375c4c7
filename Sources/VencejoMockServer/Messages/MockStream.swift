/// A body that is made while it is sent, of any length.
///
/// The next piece is asked for only when the one before has been taken by the system, so a client
/// that reads slowly holds it back. Two streams are equal when they are copies of one.
public struct MockStream: Sendable, Hashable {
    /// Gives the piece at an offset; nil is the end.
    public typealias Next = @Sendable (_ offset: Int) async -> [UInt8]?

    private final class Source: Sendable {
        let next: Next

        init(_ next: @escaping Next) {
            self.next = next
        }
    }

    /// The length that is told in the head; nil when none is.
    public let count: Int?
    private let source: Source

    /// Pieces from a closure; with a count they must add up to it.
    public init(count: Int? = nil, next: @escaping Next) {
        self.count = count
        source = Source(next)
    }

    /// So many bytes of a pattern, over and over; none of an empty one.
    public static func repeating(_ pattern: [UInt8], count: Int) -> MockStream {
        let total = pattern.isEmpty ? 0 : max(0, count)
        let period = pattern.isEmpty ? 1 : pattern.count
        let block = Array(repeatElement(pattern, count: (64 << 10) / period + 1).joined())
        return MockStream(count: total) { offset in
            guard offset < total else { return nil }
            let start = offset % period
            return Array(block[start..<min(block.count, start + total - offset)])
        }
    }

    /// These pieces, one after the other, without a length.
    public static func pieces(_ pieces: [[UInt8]]) -> MockStream {
        MockStream { offset in
            var start = 0
            for piece in pieces where !piece.isEmpty {
                if start == offset { return piece }
                start += piece.count
            }
            return nil
        }
    }

    func next(_ offset: Int) async -> [UInt8]? { await source.next(offset) }

    public static func == (left: MockStream, right: MockStream) -> Bool {
        left.source === right.source
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
    }
}
