import VencejoConcurrency
import VencejoTransfer

/// Shows how a transfer goes on standard error: a bar that is drawn over, or lines.
struct ProgressDisplay: Sendable {
    private static let pause: Duration = .milliseconds(80)

    let terminal: Terminal

    /// Shows all states until the transfer ends, and takes the bar away.
    func show(_ updates: ProgressUpdates) async {
        let bar = ProgressBar(isColoured: terminal.isColoured)
        var lines = ProgressLines()
        var drawn: (text: String, moment: ContinuousClock.Instant)?
        for await progress in updates {
            guard terminal.isErrorInteractive else {
                if let line = lines.line(progress) { terminal.complain(line + "\n") }
                continue
            }
            let now = ContinuousClock.now
            if let drawn, now - drawn.moment < Self.pause { continue }
            let text = bar.line(progress, width: max(terminal.width(), 20))
            if text != drawn?.text { terminal.complain("\r\(text)\u{1B}[K") }
            drawn = (text, now)
        }
        if drawn != nil { terminal.complain("\r\u{1B}[K") }
    }
}
