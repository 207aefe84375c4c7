#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

/// In a process of its own, so that no other test is measured.
@Suite struct `Memory of cancelled calls` {
    @Test func `does not grow with ten thousand raced cancels`() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer.answering(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            )
            let transport = EngineTransport()
            let url = try server.url()
            // What is allocated once, and what the allocator keeps, is there after the first ones.
            _ = await race(100, to: url, over: transport)
            await transport.close()
            let before = residentBytes()
            let outcomes = await race(200, to: url, over: transport)
            #expect(outcomes.done + outcomes.cancelled == 10_000)
            await transport.close()
            // 500 bytes left behind by each call would be more.
            let growth = residentBytes() - before
            #expect(growth < 4 << 20, "\(growth)")
            withExtendedLifetime(server) {}
        }
    }
}
#endif
