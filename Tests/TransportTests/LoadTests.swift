#if os(Linux)
import Foundation
import TestSupport
import Testing
import Vencejo
import VencejoLoad
import VencejoMockServer
import VencejoSockets

@Suite(.server, .serialized, .timeLimit(.minutes(10)))
struct `3.12 Load and leaks` {
    @Test(arguments: [(Way.plain, 5_000), (.tls, 1_000), (.http2, 1_000)])
    func `each of many calls ends once, also when a tenth are cancelled`(
        _ way: Way,
        _ calls: Int
    ) async throws {
        guard Way.all.contains(way) else { return }
        let line = try await Line(way)
        line.server.on(.get, "x") { request in .text(request.query("n") ?? "") }
        let base = try #require(URI(line.url + "/x"))
        let outcome = await Load(calls: calls, inFlight: 64, seed: 7).run { number in
            do throws(NetworkError) {
                let url = base.addingQuery("n", String(number))
                let response = try await line.transport.send(Request(.get, url))
                return response.text == String(number) ? nil : .other
            } catch {
                return error.kind
            }
        }
        #expect(outcome.faulty == [])
        #expect(outcome.notOnce == 0)
        #expect(outcome.answered + outcome.cancelled == calls)
        #expect(outcome.cancelled > calls / 20)
    }

    @Test func `a load leaves neither descriptors nor memory`() async {
        await #expect(processExitsWith: .success) {
            let server = try await MockServer(options: .unrecorded) { _ in .text("ok") }
            let transport = EngineTransport()
            let url = try #require(URI(server.url + "/"))
            let call: @Sendable (Int) async -> NetworkError.Kind? = { _ in
                await outcome { () throws(NetworkError) in
                    try await transport.send(Request(.get, url))
                }
            }
            // What is allocated once is there after the first thousands.
            _ = await Load(calls: 4_000, inFlight: 64, seed: 1).run(call)
            let before = Usage.now()
            let result = await Load(calls: 8_000, inFlight: 64, seed: 2).run(call)
            let after = Usage.now()
            guard result.faulty == [], result.notOnce == 0 else { exit(1) }
            guard after.descriptors <= before.descriptors + 130 else { exit(2) }
            guard after.memory < before.memory + 8 << 20 else { exit(3) }
            guard after.threads <= before.threads + 2 else { exit(4) }
            await transport.close()
            guard await server.idle(within: .seconds(10)) else { exit(5) }
            await server.stop()
        }
    }

    @Test(arguments: [6, 2, 1])
    func `no more connections are open than allowed`(_ limit: Int) async throws {
        let line = try await Line(engine: { $0.maximumConnectionsPerOrigin = limit })
        let most = Most()
        line.server.on(.get, "x") { _ in
            most.enter()
            defer { most.leave() }
            for _ in 0..<200 { await Task.yield() }
            return .text("ok")
        }
        let request = try line.request(.get, "x")
        let kinds = await withTaskGroup(of: NetworkError.Kind?.self) { group in
            for _ in 0..<60 { group.addTask { await line.failure(request) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kinds.allSatisfy { $0 == nil })
        #expect(most.value <= limit)
        #expect(line.server.acceptedConnections <= limit)
    }

    @Test(.server { $0.maximumConnections = 2_000 })
    func `a thousand calls wait at once`() async throws {
        let line = try await Line(engine: {
            $0.maximumConnectionsPerOrigin = 1_000
            $0.maximumConnections = 2_000
        })
        let gate = Gate(1_000)
        line.server.on(.get, "x") { _ in
            await gate.arrive()
            return .text("ok")
        }
        let request = try line.request(.get, "x")
        let kinds = await withTaskGroup(of: NetworkError.Kind?.self) { group in
            for _ in 0..<1_000 { group.addTask { await line.failure(request) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kinds.allSatisfy { $0 == nil })
        #expect(line.server.acceptedConnections == 1_000)
    }

    @Test func `a client that is let go of leaves nothing`() async throws {
        let server = try TestServer.current
        server.on(.get, "x", respond: .text("ok"))
        let url = try #require(URI(server.url + "/x"))
        for _ in 0..<200 {
            let transport = EngineTransport()
            #expect(try await transport.send(Request(.get, url)).text == "ok")
        }
        #expect(await server.idle(within: .seconds(10)))
    }

    @Test(arguments: Way.all)
    func `a large body does not hold up other calls`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "large", respond: .stream(.repeating([1], count: 6_000_000)))
        line.server.on(.get, "small", respond: .text("ok"))
        let large = try line.request(.get, "large")
        let small = try line.request(.get, "small")
        let call = Task { await line.failure(large) }
        _ = await line.server.nextRequest()
        for _ in 0..<20 { #expect(await line.failure(small) == nil) }
        #expect(await call.value == nil)
    }
}

extension MockServer.Options {
    /// A server that keeps nothing of what it is asked.
    static var unrecorded: MockServer.Options {
        var options = MockServer.Options()
        options.recordsRequests = false
        options.maximumConnections = 4_096
        return options
    }
}

/// How many were inside at once, at most.
final class Most: Sendable {
    private let inside = Tally()
    private let most = Tally()

    var value: Int { most.count }

    func enter() {
        inside.add()
        let now = inside.count
        if now > most.count { most.add(now - most.count) }
    }

    func leave() { inside.add(-1) }
}

/// Lets everybody go on when enough have come.
actor Gate {
    private let enough: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ enough: Int) {
        self.enough = enough
    }

    func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == enough else { return }
            for each in waiting { each.resume() }
            waiting = []
        }
    }
}
#endif
