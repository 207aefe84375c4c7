#if os(Linux)
import Foundation
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoMockServer
import VencejoSockets

/// What this process has in memory, in bytes.
func residentBytes() -> Int {
    let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
    let pages = statm?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
}

/// The largest growth over what was there at first.
private struct Watch {
    let first = residentBytes()
    var most = 0

    mutating func look() { most = max(most, residentBytes() - first) }

    /// Whether it stayed below what a body may cost.
    var isFlat: Bool { most < 32 << 20 }
}

/// Each runs in a process of its own, so that no other test is measured.
@Suite struct `Memory while a body streams` {
    private static let size = 300 << 20

    private static func url(_ server: MockServer) throws -> URI {
        try #require(URI(server.url + "/large"))
    }

    private static func read(_ shape: MockResponse.Delivery) async throws -> Bool {
        var answer = MockResponse()
        answer.stream = .repeating(Array("0123456789abcdef".utf8), count: size)
        answer.delivery = shape
        let server = try await MockServer(routes: [Route(.get, "large", respond: answer)])
        let transport = EngineTransport()
        var request = Request(.get, try url(server))
        request.delivery = .stream
        var watch = Watch()
        var total = 0
        for try await chunk in try await transport.send(request).body.stream {
            total += chunk.count
            if total & 0xF_FFFF < chunk.count { watch.look() }
        }
        await server.stop()
        return total == size && watch.isFlat
    }

    @Test func `is flat for an answer of known length`() async {
        await #expect(processExitsWith: .success) {
            guard try await Self.read(.whole) else { exit(1) }
        }
    }

    @Test func `is flat for an answer in chunks`() async {
        await #expect(processExitsWith: .success) {
            guard try await Self.read(.chunked(of: 30_000)) else { exit(1) }
        }
    }

    @Test func `is flat for an answer that nobody reads to its end`() async {
        await #expect(processExitsWith: .success) {
            var answer = MockResponse()
            answer.stream = .repeating([0x78], count: 10 << 30)
            let server = try await MockServer(routes: [Route(.get, "large", respond: answer)])
            let transport = EngineTransport()
            var request = Request(.get, try Self.url(server))
            request.delivery = .stream
            var watch = Watch()
            for _ in 0..<20 {
                var left = 10
                for try await _ in try await transport.send(request).body.stream {
                    left -= 1
                    if left == 0 { break }
                }
                watch.look()
            }
            // Every connection is closed, not only let go of.
            guard await server.idle(within: .seconds(10)), watch.isFlat else { exit(1) }
            await server.stop()
        }
    }

    @Test func `is flat for a request that is made while it is sent`() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer { peer in
                var bytes = [UInt8](repeating: 0, count: 65_536)
                var total = 0
                while total < Self.size { total += try await peer.socket.receive(into: &bytes) }
                try await peer.say("HTTP/1.1 204 No Content\r\n\r\n")
            }
            let watch = Locked(Watch())
            let body = RequestBody.stream(length: Self.size) {
                let made = Locked(0)
                return AsyncStream(unfolding: { () -> [UInt8]? in
                    let count = made.withLock { made in
                        made += 1 << 16
                        return made
                    }
                    if count & 0xF_FFFF == 0 { watch.withLock { $0.look() } }
                    return count > Self.size ? nil : [UInt8](repeating: 1, count: 1 << 16)
                })
            }
            let request = Request(.post, try server.url(), body: body)
            let response = try await EngineTransport().send(request)
            guard response.status == 204, watch.withLock({ $0.isFlat }) else { exit(1) }
        }
    }

    @Test func `is flat for a file`() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer { peer in
                var bytes = [UInt8](repeating: 0, count: 65_536)
                var total = 0
                while total < Self.size { total += try await peer.socket.receive(into: &bytes) }
                try await peer.say("HTTP/1.1 204 No Content\r\n\r\n")
            }
            // A file of holes takes no room on the disk.
            let file = try Scratch([])
            try file.resize(Self.size)
            var watch = Watch()
            let request = Request(.put, try server.url(), body: .file(file.path))
            let transport = EngineTransport()
            async let response = transport.send(request)
            for _ in 0..<1_000 { await Task.yield() }
            watch.look()
            guard try await response.status == 204 else { exit(1) }
            watch.look()
            guard watch.isFlat else { exit(1) }
        }
    }
}
#endif
