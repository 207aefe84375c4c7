import Vencejo
import VencejoMockServer

/// `vencejo demo`: the lessons, live, on the embedded server.
struct DemoCommand: Sendable {
    let terminal: Terminal

    func run() async -> Int32 {
        let server: MockServer
        do {
            server = try await MockServer.lessons()
        } catch {
            terminal.warn("the embedded server did not start: \(error)")
            return ExitCode.transport
        }
        let tap = WireTap()
        let world = DemoWorld(url: server.url, tap: tap)
        var surprises = 0
        for (index, step) in DemoSteps.all.enumerated() {
            terminal.line(terminal.styled("\(index + 1). \(step.title)", .bold))
            terminal.line("   " + terminal.styled(step.code, .cyan))
            do {
                let result = try await step.run(world)
                tell(tap)
                for line in result.split(separator: "\n") {
                    terminal.line("   " + terminal.styled(String(line), .green))
                }
            } catch {
                surprises += 1
                tell(tap)
                terminal.line("   " + terminal.styled("✗ \(error)", .red))
            }
            terminal.line()
        }
        await server.stop()
        let count = DemoSteps.all.count
        terminal.line("\(count - surprises) of \(count) steps went as the lessons say.")
        return surprises == 0 ? ExitCode.success : ExitCode.transport
    }

    private func tell(_ tap: WireTap) {
        let lines = tap.drain()
        for line in lines.prefix(6) {
            terminal.line("   " + terminal.styled(line, .dim))
        }
        if lines.count > 6 {
            terminal.line("   " + terminal.styled("… \(lines.count - 6) more lines", .dim))
        }
    }
}
