import Foundation
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoMockServer

/// An answer of 10 GB, read to its end, read slowly, and abandoned: what it costs in memory.
///
/// The server that makes the bytes runs in this process too, so the figures are those of both.
struct StreamSuite {
    let gigabytes: Int

    private let transport = EngineTransport()

    func run() async throws -> [Row] {
        var answer = MockResponse()
        answer.stream = .repeating(Array("0123456789abcdef".utf8), count: gigabytes << 30)
        let server = try await MockServer(routes: [Route(.get, "large", respond: answer)])
        defer { Task { await server.stop() } }
        guard let url = URI(server.url + "/large") else { return [] }
        // What the first call loads for good is no part of a body.
        try await abandon(url, after: 1)
        var rows = try await readAll(url)
        rows += try await readSlowly(url)
        rows += try await abandonMany(url, server)
        return rows
    }

    private func open(_ url: URI) async throws -> BodyStream {
        var request = Request(.get, url)
        request.delivery = .stream
        return try await transport.send(request).body.stream
    }

    private func readAll(_ url: URI) async throws -> [Row] {
        var memory = Memory()
        var total = 0
        let clock = ContinuousClock()
        let start = clock.now
        for try await chunk in try await open(url) {
            total += chunk.count
            if total & 0x3FF_FFFF < chunk.count { memory.look() }
        }
        let seconds = start.duration(to: clock.now) / .seconds(1)
        return [
            row("read to its end", "MB/s", Double(total) / seconds / 1e6),
            row("read to its end", "growth in MB", memory.growth),
        ]
    }

    private func readSlowly(_ url: URI) async throws -> [Row] {
        var memory = Memory()
        var chunks = 0
        for try await _ in try await open(url) {
            chunks += 1
            memory.look()
            if chunks == 300 { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        return [row("a chunk each 10 ms", "growth in MB", memory.growth)]
    }

    private func abandon(_ url: URI, after chunks: Int) async throws {
        var left = chunks
        for try await _ in try await open(url) {
            left -= 1
            if left == 0 { return }
        }
    }

    private func abandonMany(_ url: URI, _ server: MockServer) async throws -> [Row] {
        var memory = Memory()
        for _ in 0..<200 {
            try await abandon(url, after: 16)
            memory.look()
        }
        let clock = ContinuousClock()
        let start = clock.now
        let isIdle = await server.idle(within: .seconds(10))
        let wait = start.duration(to: clock.now) / .milliseconds(1)
        return [
            row("abandoned 200 times", "growth in MB", memory.growth),
            row("abandoned 200 times", "ms until closed", isIdle ? wait : .infinity),
        ]
    }

    private func row(_ name: String, _ metric: String, _ value: Double) -> Row {
        Row(
            name: "\(gigabytes) GB, \(name)",
            subject: "engine and server",
            peer: "",
            metric: metric,
            value: value,
            ratio: nil
        )
    }
}

/// How far what the process has in memory grew.
private struct Memory {
    private let first = Memory.resident()
    private var most = 0

    /// In MB.
    var growth: Double { Double(most) / 1e6 }

    mutating func look() { most = max(most, Memory.resident() - first) }

    private static func resident() -> Int {
        let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
        let pages = statm?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
