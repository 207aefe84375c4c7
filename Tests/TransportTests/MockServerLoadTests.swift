#if os(Linux)
import Foundation
import Testing
import VencejoLoad
import VencejoMockServer
import VencejoSockets

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `The mock server under load` {
    @Test func `ten thousand connections in turn and a thousand idle cost little`() async {
        await #expect(processExitsWith: .success) {
            let server = try await MockServer(options: .unrecorded) { _ in .text("ok") }
            let poller = try Poller()
            guard let address = SocketAddress(literal: "127.0.0.1", port: server.port) else {
                exit(1)
            }
            let get = Array("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".utf8)
            func once() async throws {
                let socket = try await Socket.connect(to: address, poller: poller)
                try await socket.send(get)
                var buffer = [UInt8](repeating: 0, count: 512)
                var count = 0
                while true {
                    let more = try await socket.receive(into: &buffer)
                    if more == 0 { break }
                    count += more
                }
                socket.close()
                guard count > 20 else { exit(2) }
            }
            for _ in 0..<100 { try await once() }
            let before = Usage.now()
            for _ in 0..<10_000 { try await once() }
            var idle: [Socket] = []
            for _ in 0..<1_000 {
                let socket = try await Socket.connect(to: address, poller: poller)
                idle.append(socket)
            }
            while server.openConnections < 1_000 { await Task.yield() }
            let after = Usage.now()
            guard after.memory - before.memory < 50 << 20 else { exit(3) }
            guard after.threads <= before.threads + 2 else { exit(4) }
            for socket in idle { socket.close() }
            guard await server.idle(within: .seconds(10)) else { exit(5) }
            await server.stop()
            poller.stop()
        }
    }
}
#endif
