#if os(Linux)
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

private let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

@Suite struct `The engine's executor` {
    @Test func `runs tasks whose calls are answered`() async throws {
        let server = try ScriptedServer.answering(fine)
        let transport = EngineTransport()
        let url = try server.url()
        let done = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask(executorPreference: transport.executor) {
                    var done = 0
                    for _ in 0..<10 {
                        let kind = await failure(of: Request(.get, url), over: transport)
                        if kind == nil { done += 1 }
                    }
                    return done
                }
            }
            return await group.reduce(0, +)
        }
        #expect(done == 640)
        #expect(server.connections <= 64)
    }

    @Test func `runs a task to its end after the transport is gone`() async throws {
        var transport: EngineTransport? = EngineTransport()
        let executor = try #require(transport).executor
        let task = Task(executorPreference: executor) {
            for _ in 0..<100 { await Task.yield() }
            return 7
        }
        transport = nil
        #expect(await task.value == 7)
        #expect(await Task(executorPreference: executor) { 8 }.value == 8)
    }

    @Test func `obeys time-outs and cancellations`() async throws {
        let server = try ScriptedServer { peer in try await peer.waitForEnd() }
        let transport = EngineTransport()
        var request = Request(.get, try server.url())
        request.timeouts.response = .milliseconds(10)
        let late = Task(executorPreference: transport.executor) { [request] in
            await failure(of: request, over: transport)
        }
        #expect(await late.value == .timedOut(.response))
        request.timeouts.response = nil
        let cancelled = Task(executorPreference: transport.executor) { [request] in
            await failure(of: request, over: transport)
        }
        cancelled.cancel()
        #expect(await cancelled.value == .cancelled)
    }
}
#endif
