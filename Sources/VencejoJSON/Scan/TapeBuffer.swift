/// The tape's words: one for each value of a text, in the order they stand.
///
///      63          34 33              5  4    3    2    0
///     ┌──────────────┬─────────────────┬────┬────┬──────┐
///     │ start (30)   │ length (29), or │wide│esc.│ kind │
///     │              │ next of {} []   │    │    │      │
///     └──────────────┴─────────────────┴────┴────┴──────┘
///
/// A string starts after its quote. `next` is the tape's index behind an array or object and all
/// that it holds. `esc.` marks a string with escapes, and a number with a fraction or an exponent.
final class TapeBuffer {
    /// Longer texts are refused: a word has no room for their places.
    static let longestText = 1 << 29
    /// An idle tape keeps no more words than these.
    private static let kept = 1 << 17

    private(set) var words: UnsafeMutablePointer<UInt64>
    private(set) var capacity: Int
    var count = 0

    init() {
        capacity = 0
        words = .allocate(capacity: 1)
    }

    deinit { words.deallocate() }

    /// Makes room for the values of a text; one of twelve bytes is common.
    func prepare(for bytes: Int) {
        count = 0
        if capacity < bytes / 12 + 16 { grow(to: bytes / 12 + 16) }
    }

    /// Makes room for more.
    func grow() { grow(to: capacity + capacity / 2 + 64) }

    private func grow(to size: Int) {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
        larger.update(from: words, count: min(size, capacity))
        words.deallocate()
        (words, capacity) = (larger, size)
    }

    /// Gives large memory back.
    func shrink() {
        guard capacity > Self.kept else { return }
        words.deallocate()
        words = .allocate(capacity: 1)
        capacity = 0
    }
}

extension UInt64 {
    /// A string's or a number's place and length; the flags are in the kind's upper bits.
    @inline(__always)
    init(tape start: Int, _ length: Int, _ flags: UInt64) {
        self =
            UInt64(truncatingIfNeeded: start) << 34 | UInt64(truncatingIfNeeded: length) << 5
            | flags
    }

    static let tapeNull: UInt64 = 0
    static let tapeBool: UInt64 = 1
    static let tapeNumber: UInt64 = 2
    static let tapeString: UInt64 = 3
    static let tapeArray: UInt64 = 4
    static let tapeObject: UInt64 = 5
    static let tapeEscaped: UInt64 = 8
    static let tapeWide: UInt64 = 16

    @inline(__always)
    var tapeKind: UInt64 { self & 7 }

    @inline(__always)
    var tapeStart: Int { Int(truncatingIfNeeded: self >> 34) }

    @inline(__always)
    var tapeLength: Int { Int(truncatingIfNeeded: self >> 5 & 0x1FFF_FFFF) }

    /// Whether the value holds others.
    @inline(__always)
    var tapeHolds: Bool { self & 4 != 0 }

    /// The index behind the value that stands at one.
    @inline(__always)
    func tapeNext(_ index: Int) -> Int { tapeHolds ? tapeLength : index + 1 }
}
