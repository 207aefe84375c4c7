package import VencejoTransfer

/// How a transfer goes, drawn on one line of a terminal, or told in lines where there is none.
///
///      45 % ━━━━━━━━━━━━━──────────────── 90.0 of 200.0 MB  12.3 MB/s  0:09
package struct ProgressBar: Sendable {
    private static let longest = 40
    private static let shortest = 8

    let isColoured: Bool

    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// One line of at most so many columns.
    package func line(_ progress: TransferProgress, width: Int) -> String {
        // The last column stays empty: some terminals break the line behind it.
        guard let fraction = progress.fraction else {
            return Self.fitting(Self.words(progress), width - 1)
        }
        let share = Self.share(fraction)
        let words = Self.fitting(Self.words(progress), width - 1 - share.count - 1)
        let room = width - 1 - share.count - words.count - 2
        guard room >= Self.shortest, !words.isEmpty else {
            return words.isEmpty ? share : "\(share) \(words)"
        }
        let length = min(room, Self.longest)
        let done = Int(fraction * Double(length))
        let bar = String(repeating: "━", count: done)
        let rest = String(repeating: "─", count: length - done)
        let painted = isColoured ? "\u{1B}[36m\(bar)\u{1B}[2m\(rest)\u{1B}[0m" : bar + rest
        return "\(share) \(painted) \(words)"
    }

    /// The same in words, for a log: the share, the bytes, the rate, the time left.
    static func text(_ progress: TransferProgress) -> String {
        let done = progress.fraction.map { share($0).drop { $0 == " " } + "  " } ?? ""
        return done + words(progress).joined(separator: gap)
    }

    private static let gap = "  "

    /// As many of the words as fit, the first ones first.
    private static func fitting(_ words: [String], _ room: Int) -> String {
        var words = words
        while true {
            let text = words.joined(separator: gap)
            if text.count <= room || words.isEmpty { return text }
            words.removeLast()
        }
    }

    private static func share(_ fraction: Double) -> String {
        let text = "\(Int(fraction * 100)) %"
        return String(repeating: " ", count: max(0, 5 - text.count)) + text
    }

    private static func words(_ progress: TransferProgress) -> [String] {
        var words = [ByteText.size(progress.bytes)]
        if let total = progress.total, total != progress.bytes {
            words[0] += " of " + ByteText.size(total)
        }
        if let rate = progress.bytesPerSecond { words.append(ByteText.rate(rate)) }
        if let left = progress.timeLeft, left > .zero { words.append(ByteText.time(left)) }
        return words
    }
}

/// Which states of a transfer are worth a line where lines stay: each tenth, or each 100 MB.
package struct ProgressLines: Sendable {
    private static let step = 100_000_000
    private var last = 0

    package init() {}

    /// The line for a state, if it is time for one.
    package mutating func line(_ progress: TransferProgress) -> String? {
        let mark = progress.fraction.map { Int($0 * 10) } ?? progress.bytes / Self.step
        guard mark > last else { return nil }
        last = mark
        return ProgressBar.text(progress)
    }
}
