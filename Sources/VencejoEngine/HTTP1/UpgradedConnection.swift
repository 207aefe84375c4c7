#if os(Linux)
import VencejoConcurrency
import VencejoCore

/// A connection that speaks another protocol now.
///
/// A task of its own moves the bytes, so that reading and writing never wait for each other. It
/// ends when the connection does, or when nobody has this value any more.
final class UpgradedConnection: DuplexConnection {
    private let pump: DuplexPump

    init(_ connection: Connection, first: [UInt8], request: Request, keeping engine: Engine) {
        let pump = DuplexPump(connection, first: first, request: request)
        self.pump = pump
        Task.detached(executorPreference: TaskHome.executor) {
            await pump.run()
            // The poller lives as long as the connection does.
            withExtendedLifetime(engine) {}
        }
    }

    deinit { close() }

    func read() async throws(NetworkError) -> [UInt8]? { try await pump.read() }

    func write(_ bytes: [UInt8]) throws(NetworkError) { try pump.write(bytes) }

    func drained() async throws(NetworkError) { try await pump.drained() }

    var isFull: Bool { pump.isFull }

    func close() { pump.close() }
}
#endif
