import Testing
import VencejoConcurrency
package import VencejoMockServer

/// The server of the test that runs, and what is to be closed after it.
package final class TestServer: Sendable {
    /// That the test has no server.
    package struct Absent: Error, Sendable {}

    private struct State: Sendable {
        var closings: [@Sendable () async -> Void] = []
        var hasFailed = false
    }

    @TaskLocal static var bound: TestServer?

    /// The server that ``ServerTrait`` started for this test.
    package static var current: MockServer {
        get throws { try here.server }
    }

    private static var here: TestServer {
        get throws {
            guard let bound else { throw Absent() }
            return bound
        }
    }

    private let server: MockServer
    private let state = Locked(State())

    init(_ server: MockServer) {
        self.server = server
    }

    /// Does this when the test is over, before it is looked what is left.
    package static func afterwards(_ closing: @escaping @Sendable () async -> Void) throws {
        try here.state.withLock { $0.closings.append(closing) }
    }

    func noteFailure() {
        state.withLock { $0.hasFailed = true }
    }

    /// Closes what the test used, stops the server, and says what was left.
    func finish(_ leavings: ServerTrait.Leavings, within patience: Duration) async -> [String] {
        for closing in state.withLock(\.closings).reversed() { await closing() }
        let deadline = ContinuousClock.now + patience
        // A connection may still be on its way to being accepted.
        repeat {
            _ = await server.idle(within: patience)
        } while server.counts.open > 0 && ContinuousClock.now < deadline
        let counts = server.counts
        var complaints: [String] = []
        if counts.open > 0, !(leavings.contains(.handlers) && counts.open == counts.working) {
            complaints.append("\(counts.open) connections are left open")
        }
        if counts.working > 0, !leavings.contains(.handlers) {
            complaints.append("\(counts.working) handlers are still at work")
        }
        if counts.unread > 0, !leavings.contains(.unreadRequests) {
            complaints.append("\(counts.unread) requests were never read whole")
        }
        await server.stop()
        return complaints
    }

    func attachLog() {
        guard state.withLock(\.hasFailed) else { return }
        Attachment.record(server.wireLog, named: "wire.txt")
    }
}
