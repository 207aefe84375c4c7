import VencejoHTTP
import VencejoJSON
import VencejoMockServer

/// `vencejo serve`: the lessons' data, or a file's, to other programs.
struct ServeCommand: Sendable {
    let arguments: ServeArguments
    let terminal: Terminal
    let readFile: @Sendable (String) throws -> [UInt8]
    /// Ends when the server is to stop.
    let untilStopped: @Sendable () async -> Void

    func run() async -> Int32 {
        let server: MockServer
        do {
            server = try await start()
        } catch let error as UsageError {
            terminal.warn(error.message)
            return ExitCode.usage
        } catch {
            terminal.warn("cannot serve: \(error)")
            return ExitCode.transport
        }
        let place = "\(source) at \(server.url)".harmless
        terminal.line("\(terminal.styled("Serving", .bold)) \(place)")
        terminal.line("Try: curl \(server.url)/\(arguments.file == nil ? "users/1" : "db")")
        terminal.line(terminal.styled("Stop with Ctrl-C.", .dim))
        await untilStopped()
        await server.stop()
        return ExitCode.success
    }

    private var source: String { arguments.file ?? "the lessons' data" }

    private func start() async throws -> MockServer {
        var options = MockServer.Options()
        options.host = arguments.host == "localhost" ? "127.0.0.1" : arguments.host
        options.port = arguments.port
        options.recordsRequests = false
        options.failRate = arguments.failRate
        options.latency = MockLatency(
            .milliseconds(arguments.latency.lowerBound)
                ... .milliseconds(arguments.latency.upperBound)
        )
        guard let file = arguments.file else {
            return try await MockServer.lessons(
                persists: arguments.persists ?? false,
                options: options
            )
        }
        return try await MockServer.database(
            try database(file),
            persists: arguments.persists ?? true,
            options: options
        )
    }

    private func database(_ file: String) throws -> JSONValue {
        let bytes: [UInt8]
        do {
            bytes = try readFile(file)
        } catch {
            throw UsageError("\(file) cannot be read: \(error)")
        }
        do {
            let value = try JSONValue(parsing: bytes)
            guard let object = value.objectValue, !object.isEmpty else {
                throw UsageError("\(file) must hold an object whose members are the resources")
            }
            return value
        } catch let error as JSONError {
            throw UsageError("\(file): \(error)")
        }
    }
}
