/// A stretch of a file, and how much of it is there.
///
///     start ▓▓▓▓▓▓▓▓▓▓ next ░░░░░░░░░░░░ end
package struct Segment: Sendable, Hashable, Codable {
    package let start: Int
    /// The first byte that is missing.
    package var next: Int
    /// The byte after the last; nil where the file's length is unknown.
    package var end: Int?

    package var isDone: Bool { next == end }

    /// The stretches of a file that is fetched over several connections.
    ///
    /// - Parameters:
    ///   - total: The file's bytes.
    ///   - first: The bytes of the first stretch, which was asked for before the rest was known.
    ///   - connections: How many there are; each gets several stretches, so that all end together.
    package static func plan(total: Int, first: Int, connections: Int) -> [Segment] {
        let head = min(first, total)
        var segments = [Segment(start: 0, next: 0, end: head)]
        let rest = total - head
        let size = max(first, (rest + connections * 4 - 1) / (connections * 4))
        for start in stride(from: head, to: total, by: max(size, 1)) {
            segments.append(Segment(start: start, next: start, end: min(start + size, total)))
        }
        return segments
    }
}
