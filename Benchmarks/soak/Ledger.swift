#if os(Linux)
import VencejoConcurrency
import VencejoLoad

/// What the calls of a soak ended in.
final class Ledger: Sendable {
    private struct Row: Sendable {
        var right = 0
        var cancelled = 0
        var wrong = 0
    }

    private struct State: Sendable {
        var rows: [String: Row] = [:]
        var complaints: [String] = []
        /// How often a call said its outcome, and how many calls were counted.
        var told = 0
        var ended = 0
    }

    private let state = Locked(State())
    private let start = ContinuousClock.now

    func tell() { state.withLock { $0.told += 1 } }

    func note(_ name: String, wasCancelled: Bool, _ complaint: String?) {
        state.withLock { state in
            state.ended += 1
            if let complaint {
                state.rows[name, default: Row()].wrong += 1
                if state.complaints.count < 1_000 { state.complaints.append(complaint) }
            } else if wasCancelled {
                state.rows[name, default: Row()].cancelled += 1
            } else {
                state.rows[name, default: Row()].right += 1
            }
        }
    }

    func complain(_ complaint: String) {
        state.withLock { $0.complaints.append(complaint) }
    }

    /// What was wrong; with it whether any call ended never or more than once.
    var complaints: [String] {
        state.withLock { state in
            guard state.told != state.ended else { return state.complaints }
            return state.complaints + ["\(state.ended) calls told \(state.told) outcomes"]
        }
    }

    func line(_ usage: Usage) -> String {
        let ended = state.withLock(\.ended)
        let seconds = start.duration(to: .now).components.seconds
        return "soak: \(seconds) s, \(ended) calls, \(usage.memory >> 20) MB, "
            + "\(usage.descriptors) descriptors, \(usage.threads) threads"
    }

    /// A line for each deed.
    var table: String {
        let rows = state.withLock(\.rows).sorted { $0.key < $1.key }
        let lines = rows.map { name, row in
            name.filled(to: 10) + "\(row.right)".filled(to: -8)
                + "\(row.cancelled)".filled(to: -11) + "\(row.wrong)".filled(to: -7)
        }
        return (["deed         right  cancelled  wrong"] + lines).joined(separator: "\n")
    }
}

extension String {
    /// With blanks up to a width: behind, or before where it is negative.
    fileprivate func filled(to width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? blanks + self : self + blanks
    }
}
#endif
