import Vencejo
import VencejoCommands
import VencejoConcurrency

/// A terminal that keeps what is written.
final class Captured: Sendable {
    private let output = Locked<[UInt8]>([])
    private let complaints = Locked("")

    var text: String { String(decoding: output.withLock { $0 }, as: UTF8.self) }
    var errors: String { complaints.withLock { $0 } }

    func terminal(
        isInteractive: Bool = false,
        isColoured: Bool = false,
        isErrorInteractive: Bool = false
    ) -> Terminal {
        Terminal(
            isColoured: isColoured,
            isInteractive: isInteractive,
            isErrorInteractive: isErrorInteractive,
            write: { text in self.output.withLock { $0 += Array(text.utf8) } },
            writeBytes: { bytes in self.output.withLock { $0 += bytes } },
            complain: { text in self.complaints.withLock { $0 += text } }
        )
    }
}

/// Waits for the cancellation of its task, whenever that comes.
func untilCancelled() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
}

/// What a run of the program left behind.
struct Outcome: Sendable {
    let code: Int32
    let text: String
    let errors: String
}

/// Runs the program as the shell would, in this process.
func run(
    _ arguments: String...,
    list: [String] = [],
    isInteractive: Bool = false,
    isColoured: Bool = false,
    isErrorInteractive: Bool = false,
    files: [String: String] = [:],
    usualFile: String? = nil,
    untilInterrupted: @escaping @Sendable () async -> Void = {},
    lines: [String] = []
) async -> Outcome {
    let captured = Captured()
    let system = Program.System(
        readFile: { name in
            guard let text = files[name] else { throw Missing() }
            return Array(text.utf8)
        },
        untilInterrupted: untilInterrupted,
        client: { options in
            var configuration = ClientConfiguration()
            configuration.acceptedStatuses = .all
            configuration.maximumRedirects = options.maximumRedirects
            configuration.allowsInsecureHTTP = true
            return try options.client(configuration)
        },
        cacheFile: usualFile.map { file in { @Sendable () throws -> String in file } },
        lines: {
            AsyncStream { continuation in
                for line in lines { continuation.yield(line) }
                continuation.finish()
            }
        }
    )
    let terminal = captured.terminal(
        isInteractive: isInteractive,
        isColoured: isColoured,
        isErrorInteractive: isErrorInteractive
    )
    let code = await Program(terminal: terminal, system: system).run(arguments + list)
    return Outcome(code: code, text: captured.text, errors: captured.errors)
}

private struct Missing: Error, CustomStringConvertible {
    let description = "no such file"
}
