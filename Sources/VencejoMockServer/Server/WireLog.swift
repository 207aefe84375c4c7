import VencejoConcurrency
import VencejoSockets

/// What went over the connections, in order, for reading after a failure.
final class WireLog: Sendable {
    private struct State: Sendable {
        var lines: [String] = []
        var dropped = 0
    }

    private static let mostLines = 4_000
    /// So much of each piece is written out.
    private static let mostBytes = 512

    private let start = MonotonicClock.now()
    private let state = Locked(State())
    private let isOn: Bool

    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// Everything noted, one line each: seconds, connection, what happened.
    var text: String {
        let (lines, dropped) = state.withLock { ($0.lines, $0.dropped) }
        let first = dropped > 0 ? ["… \(dropped) lines before"] : []
        return (first + lines).joined(separator: "\n")
    }

    func received(_ connection: Int, _ bytes: some Collection<UInt8>) {
        guard isOn else { return }
        note(connection, "← " + (bytes.isEmpty ? "end" : Self.written(bytes)))
    }

    func sent(_ connection: Int, _ bytes: [UInt8]) {
        guard isOn else { return }
        note(connection, "→ " + Self.written(bytes))
    }

    func note(_ connection: Int, _ event: @autoclosure () -> String) {
        guard isOn else { return }
        let micros = (MonotonicClock.now() - start) / 1_000
        let seconds = String(micros / 1_000_000)
        let rest = String(1_000_000 + micros % 1_000_000).dropFirst()
        let line = "\(seconds).\(rest) #\(connection) \(event())"
        state.withLock { state in
            state.lines.append(line)
            guard state.lines.count > Self.mostLines else { return }
            state.lines.removeFirst(Self.mostLines / 2)
            state.dropped += Self.mostLines / 2
        }
    }

    private static func written(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        for byte in bytes.prefix(mostBytes) {
            switch byte {
            case 0x0D: text += "\\r"
            case 0x0A: text += "\\n"
            case 0x5C: text += "\\\\"
            case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\x" + String(256 + Int(byte), radix: 16).dropFirst()
            }
        }
        let more = bytes.count - min(bytes.count, mostBytes)
        return more > 0 ? text + "… and \(more) bytes" : text
    }
}
