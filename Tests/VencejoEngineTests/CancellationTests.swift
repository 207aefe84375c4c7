#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

/// How many descriptors and threads this process has.
func usage() -> (descriptors: Int, threads: Int) {
    let files = FileManager.default
    return (
        (try? files.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0,
        (try? files.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    )
}

@Suite(.serialized) struct `Cancellation` {
    @Test func `ends a call that waits, and closes its connection`() async throws {
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.waitForEnd()
        }
        let transport = EngineTransport()
        let url = try server.url()
        let call = Task { await failure(of: Request(.get, url), over: transport) }
        while server.connections == 0 { await Task.yield() }
        call.cancel()
        #expect(await call.value == .cancelled)
    }

    @Test func `sends nothing for a task that is cancelled already`() async throws {
        let server = try ScriptedServer.answeringOnce([])
        let url = try server.url()
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return await failure(of: Request(.get, url), over: EngineTransport())
        }
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(server.connections == 0)
    }

    @Test func `raced against the answer completes each of ten thousand calls once`() async {
        // A process of its own: what other suites open is not counted here.
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer.answering(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            )
            let transport = EngineTransport()
            let url = try server.url()
            // The first calls start the threads that stay.
            _ = await race(20, to: url, over: transport)
            await transport.close()
            let before = usage()
            let outcomes = await race(200, to: url, over: transport)
            #expect(outcomes.done + outcomes.cancelled == 10_000)
            await transport.close()
            // The server's side closes a little later.
            var after = usage()
            for _ in 0..<200_000 where after.descriptors > before.descriptors {
                await Task.yield()
                after = usage()
            }
            #expect(after.descriptors <= before.descriptors)
            // The runtime may start one or two of its own meanwhile; 10,000 calls start none.
            #expect(after.threads <= before.threads + 2)
            let kind = await failure(of: Request(.get, url), over: transport)
            #expect(kind == nil)
            withExtendedLifetime(server) {}
        }
    }
}

/// Makes rounds of fifty calls and cancels them at moments that differ.
func race(
    _ rounds: Int,
    to url: URI,
    over transport: EngineTransport
) async -> (done: Int, cancelled: Int) {
    var done = 0
    var cancelled = 0
    for round in 0..<rounds {
        let calls = (0..<50).map { _ in
            Task { await failure(of: Request(.get, url), over: transport) }
        }
        for _ in 0..<(round % 40) { await Task.yield() }
        for call in calls { call.cancel() }
        for call in calls {
            switch await call.value {
            case nil: done += 1
            case .cancelled?: cancelled += 1
            case let kind?: Issue.record("\(kind)")
            }
        }
    }
    return (done, cancelled)
}
#endif
