import Vencejo
import VencejoCore
import VencejoHTTP

/// What the commands that go on until somebody has enough have in common.
struct StreamCommand: Sendable {
    let arguments: StreamArguments
    let terminal: Terminal
    let client: @Sendable (SendArguments) throws -> APIClient
    /// Ends when a person interrupts the program.
    let untilInterrupted: @Sendable () async -> Void

    /// Makes the request and the client, works, and tells what went wrong.
    ///
    /// - Parameter work: Gives the exit code. An interruption cancels it, and is a good end.
    func run(
        _ work: @escaping @Sendable (APIClient, Request) async throws(NetworkError) -> Int32
    ) async -> Int32 {
        let request: Request
        let api: APIClient
        do {
            let command = SendCommand(arguments: arguments.send, terminal: terminal, client: client)
            request = try command.makeRequest()
            api = try client(arguments.send)
        } catch {
            terminal.warn(UsageError.text(of: error))
            return ExitCode.usage
        }
        let working = Task { () -> Result<Int32, NetworkError> in
            do throws(NetworkError) {
                return .success(try await work(api, request))
            } catch {
                return .failure(error)
            }
        }
        let interruption = Task { [untilInterrupted] in
            await untilInterrupted()
            working.cancel()
        }
        let result = await working.value
        interruption.cancel()
        await api.close()
        switch result {
        case .success(let code): return code
        case .failure(let error): return failed(error)
        }
    }

    private func failed(_ error: NetworkError) -> Int32 {
        if error.kind == .cancelled { return ExitCode.success }
        terminal.warn(error.description)
        switch error.kind {
        case .invalidRequest: return ExitCode.usage
        // A success that is not what was asked for is none.
        case .status(let status) where !status.isSuccess: return SendCommand.exitCode(status)
        default: return ExitCode.transport
        }
    }
}
