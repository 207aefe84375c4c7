import Vencejo
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// `vencejo ws URL`: each line goes out as a message, each message comes in as a line.
struct SocketCommand: Sendable {
    let stream: StreamCommand
    /// The lines of standard input.
    let lines: @Sendable () -> AsyncStream<String>

    func run() async -> Int32 {
        let (arguments, terminal, lines) = (stream.arguments, stream.terminal, lines)
        return await stream.run { api, request throws(NetworkError) in
            var options = WebSocketOptions()
            options.subprotocols = arguments.subprotocols
            if !arguments.isCompressed { options.compression = .never }
            options.keepAlive = .seconds(30)
            var headers = request.headers
            headers.remove(.accept)
            let path = Path(request.url.description)
            let socket = try await api.webSocket(path, headers: headers, options: options)
            if terminal.isInteractive {
                let named = socket.subprotocol.map { ", \($0)" } ?? ""
                terminal.warn("connected\(named); Ctrl-D or Ctrl-C ends")
            }
            let received = Counter()
            let sending = Task {
                for await line in lines() where (try? await socket.send(.text(line))) == nil {
                    return
                }
                // A server that hears of the end says no more: what it has to say comes first.
                if !terminal.isInteractive { await received.untilQuiet(for: arguments.linger) }
                if !Task.isCancelled { socket.close() }
            }
            defer { sending.cancel() }
            var left = arguments.count ?? .max
            for try await message in socket {
                Self.show(message, on: terminal)
                received.note()
                left -= 1
                if left == 0 { break }
            }
            return Self.end(socket, on: terminal)
        }
    }

    private static func show(_ message: WebSocketMessage, on terminal: Terminal) {
        switch message {
        case .text(let text) where terminal.isInteractive:
            terminal.line(terminal.styled("← ", .cyan) + text.harmless)
        case .text(let text): terminal.line(text)
        case .binary(let bytes) where terminal.isInteractive:
            terminal.line(terminal.styled("← \(bytes.count) bytes", .cyan))
        case .binary(let bytes): terminal.writeBytes(bytes)
        }
    }

    /// A close that says that all is well is one; others are told.
    private static func end(_ socket: WebSocket, on terminal: Terminal) -> Int32 {
        guard let close = socket.closed else {
            socket.close()
            return ExitCode.success
        }
        let isGood = [1000, 1001, 1005].contains(close.code.rawValue)
        if !isGood { terminal.warn("closed: \(close)") }
        return isGood ? ExitCode.success : ExitCode.transport
    }
}

/// Counts what comes, so that it can be known when nothing does any more.
private final class Counter: Sendable {
    private let count = Locked(0)

    func note() { count.withLock { $0 += 1 } }

    func untilQuiet(for time: Duration) async {
        var seen = -1
        while !Task.isCancelled, case let now = count.withLock({ $0 }), now != seen {
            seen = now
            try? await Task.sleep(for: time)
        }
    }
}
