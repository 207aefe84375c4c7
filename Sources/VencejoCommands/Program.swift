import Vencejo
public import VencejoCore
import VencejoHTTP
import VencejoStore

/// The program `vencejo`: reads a command line, runs the command, gives the exit code.
public struct Program: Sendable {
    public static let version = "0.1.0"

    let terminal: Terminal
    let system: System

    /// What a command needs from outside.
    public struct System: Sendable {
        public var readFile: @Sendable (String) throws -> [UInt8]
        /// Ends when a person interrupts the program.
        public var untilInterrupted: @Sendable () async -> Void
        /// A client as the options of a request ask for it.
        public var client: @Sendable (ConnectionOptions) throws -> APIClient
        /// The file in which answers are usually kept; its folder is there afterwards.
        public var cacheFile: @Sendable () throws -> String
        /// The lines of standard input as they come, until its end.
        public var lines: @Sendable () -> AsyncStream<String>

        public init(
            readFile: @escaping @Sendable (String) throws -> [UInt8],
            untilInterrupted: @escaping @Sendable () async -> Void,
            client: @escaping @Sendable (ConnectionOptions) throws -> APIClient,
            cacheFile: (@Sendable () throws -> String)? = nil,
            lines: @escaping @Sendable () -> AsyncStream<String> = { AsyncStream { $0.finish() } }
        ) {
            self.readFile = readFile
            self.untilInterrupted = untilInterrupted
            self.client = client
            self.lines = lines
            self.cacheFile =
                cacheFile ?? { throw UsageError("this program has no file for answers; name one") }
        }
    }

    public init(terminal: Terminal, system: System) {
        self.terminal = terminal
        self.system = system
    }

    /// Runs one command line, without the program's own name.
    public func run(_ arguments: [String]) async -> Int32 {
        guard let command = arguments.first else {
            terminal.complain(Help.general)
            return ExitCode.usage
        }
        let rest = Array(arguments.dropFirst())
        do throws(UsageError) {
            return try await run(command, rest)
        } catch {
            terminal.warn(error.message)
            terminal.complain("Try 'vencejo --help'.\n")
            return ExitCode.usage
        }
    }

    private func run(_ command: String, _ rest: [String]) async throws(UsageError) -> Int32 {
        let wantsHelp = rest.contains("--help")
        switch command {
        case "--help", "help":
            return tell(Help.general)
        case "--version":
            return tell("vencejo \(Self.version)\n")
        case "demo":
            if wantsHelp { return tell(Help.demo) }
            return await demo(try Self.isPlain(rest))
        case "serve":
            if wantsHelp { return tell(Help.serve) }
            let command = ServeCommand(
                arguments: try ServeArguments(rest),
                terminal: terminal,
                readFile: system.readFile,
                untilStopped: system.untilInterrupted
            )
            return await command.run()
        case "cache":
            if wantsHelp { return tell(Help.cache) }
            let command = CacheCommand(
                arguments: try CacheArguments(rest),
                terminal: terminal,
                usualFile: system.cacheFile
            )
            return await command.run()
        case "download":
            if wantsHelp { return tell(Help.download) }
            return await download(try DownloadArguments(rest))
        case "upload":
            if wantsHelp { return tell(Help.upload) }
            return await upload(try UploadArguments(rest))
        case "events":
            if wantsHelp { return tell(Help.events) }
            return await EventsCommand(stream: try stream(.events, rest)).run()
        case "ws":
            if wantsHelp { return tell(Help.socket) }
            let stream = try stream(.socket, rest)
            return await SocketCommand(stream: stream, lines: system.lines).run()
        case "get", "post", "put", "patch", "delete", "head":
            if wantsHelp { return tell(Help.send) }
            return await send(HTTPMethod(rawValue: command.uppercased()), rest)
        default:
            throw UsageError("unknown command \(command.quotedWord)")
        }
    }

    private func send(_ method: HTTPMethod, _ rest: [String]) async -> Int32 {
        do {
            let command = SendCommand(
                arguments: try SendArguments(method: method, arguments: rest),
                terminal: terminal
            ) { [system] arguments in
                var options = try arguments.connection.options(
                    host: arguments.url.host,
                    readFile: system.readFile
                )
                options.maximumRedirects = arguments.maximumRedirects
                let api: APIClient
                do {
                    api = try system.client(options)
                } catch {
                    throw arguments.connection.blaming(error)
                }
                return arguments.isCached ? cached(api, arguments) : api
            }
            return await command.run()
        } catch {
            terminal.warn(error.message)
            terminal.complain("Try 'vencejo get --help'.\n")
            return ExitCode.usage
        }
    }

    private func stream(
        _ kind: StreamArguments.Kind,
        _ rest: [String]
    ) throws(UsageError) -> StreamCommand {
        StreamCommand(
            arguments: try StreamArguments(kind, rest),
            terminal: terminal,
            client: { [system] arguments in
                var options = try arguments.connection.options(
                    host: arguments.url.host,
                    readFile: system.readFile
                )
                options.maximumRedirects = arguments.maximumRedirects
                return try system.client(options)
            },
            untilInterrupted: system.untilInterrupted
        )
    }

    private func download(_ arguments: DownloadArguments) async -> Int32 {
        let command = DownloadCommand(
            arguments: arguments,
            terminal: terminal,
            client: { [system] arguments in
                let options = try arguments.connection.options(
                    host: arguments.url.host,
                    readFile: system.readFile
                )
                return try system.client(options)
            },
            untilInterrupted: system.untilInterrupted
        )
        return await command.run()
    }

    private func upload(_ arguments: UploadArguments) async -> Int32 {
        let command = UploadCommand(
            arguments: arguments,
            terminal: terminal,
            client: { [system] arguments in
                let options = try arguments.connection.options(
                    host: arguments.url.host,
                    readFile: system.readFile
                )
                return try system.client(options)
            },
            untilInterrupted: system.untilInterrupted
        )
        return await command.run()
    }

    /// The client with a cache; without one where there is none to be had, which costs time alone.
    private func cached(_ api: APIClient, _ arguments: SendArguments) -> APIClient {
        do {
            let file = try arguments.cacheFile ?? system.cacheFile()
            let store = try OfflineStore(path: file) { [terminal] line in terminal.warn(line) }
            return api.adding(.cache(store.responses))
        } catch {
            terminal.warn("nothing is kept or given again: \(UsageError.text(of: error))")
            return api
        }
    }

    private func demo(_ isPlain: Bool) async -> Int32 {
        var terminal = terminal
        if isPlain { terminal.isColoured = false }
        return await DemoCommand(terminal: terminal).run()
    }

    private static func isPlain(_ rest: [String]) throws(UsageError) -> Bool {
        if let unknown = rest.first(where: { $0 != "--plain" }) {
            throw UsageError.unknownOption(unknown)
        }
        return !rest.isEmpty
    }

    private func tell(_ text: String) -> Int32 {
        terminal.write(text)
        return ExitCode.success
    }
}
