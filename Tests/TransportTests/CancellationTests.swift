#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(5)))
struct `3.1 Cancellation` {
    /// A call as a task, with what it ended in.
    private func call(_ line: Line, _ path: String) throws -> Task<NetworkError.Kind?, Never> {
        let request = try line.request(.get, path)
        return Task { await line.failure(request) }
    }

    @Test(arguments: Way.all)
    func `while waiting for the head closes the connection at once`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "never", respond: .never)
        let call = try call(line, "never")
        _ = await line.server.nextRequest()
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(await line.server.idle(within: .seconds(10)))
    }

    @Test(arguments: Way.all)
    func `within the body closes the connection at once`(_ way: Way) async throws {
        let line = try await Line(way)
        let half = Fault.stall(after: .body(100_000))
        line.server.on(
            .get,
            "half",
            respond: .stream(.repeating([1], count: 200_000)).failing(half)
        )
        let call = try call(line, "half")
        _ = await line.server.nextRequest()
        for _ in 0..<100 { await Task.yield() }
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(await line.server.idle(within: .seconds(10)))
    }

    @Test(arguments: Way.all)
    func `of a task before its call opens no connection`(_ way: Way) async throws {
        let line = try await Line(way)
        let request = try line.request(.get, "x")
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return await line.failure(request)
        }
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(line.server.acceptedConnections == 0)
    }

    @Test(arguments: Way.all)
    func `near the arrival of the answer, one call at a time`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("ok"))
        for round in 0..<400 {
            let call = try call(line, "x")
            for _ in 0..<round % 60 { await Task.yield() }
            call.cancel()
            let kind = await call.value
            #expect(kind == nil || kind == .cancelled)
        }
        #expect(try await line.transport.send(line.request(.get, "x")).text == "ok")
    }

    @Test(arguments: Way.all)
    func `of a group of thirty after ten of them`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("ok"))
        let request = try line.request(.get, "x")
        for _ in 0..<20 {
            let kinds = await withTaskGroup(of: NetworkError.Kind?.self) { group in
                for _ in 0..<30 { group.addTask { await line.failure(request) } }
                var kinds: [NetworkError.Kind?] = []
                for await kind in group {
                    kinds.append(kind)
                    if kinds.count == 10 { group.cancelAll() }
                }
                return kinds
            }
            #expect(kinds.count == 30)
            #expect(kinds.allSatisfy { $0 == nil || $0 == .cancelled })
        }
        // The engine still works, and so does another.
        #expect(await line.failure(request) == nil)
        #expect(await (try Line(way)).failure(request) == nil)
    }

    @Test(arguments: Way.all)
    func `of every other call leaves the rest alone`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("ok").delayed(by: .milliseconds(2)))
        for _ in 0..<20 {
            let calls = try (0..<20).map { _ in try call(line, "x") }
            for (number, call) in calls.enumerated() where number % 2 == 0 { call.cancel() }
            for (number, call) in calls.enumerated() {
                let kind = await call.value
                #expect(kind == nil || (number % 2 == 0 && kind == .cancelled))
            }
        }
    }

    @Test(arguments: Way.all)
    func `by a handle tells the completion handler once`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("ok"))
        let told = Tally()
        for round in 0..<300 {
            let handle = line.api.get("x") { (result: Result<Response, NetworkError>) in
                if case .failure(let error) = result, error.kind != .cancelled {
                    Issue.record("\(error)")
                }
                told.add()
            }
            for _ in 0..<round % 40 { await Task.yield() }
            handle.cancel()
            await handle.finished()
            #expect(told.count == round + 1)
        }
    }

    @Test func `of a call in line leaves at once`() async throws {
        let line = try await Line(engine: { $0.maximumConnectionsPerOrigin = 1 })
        line.server.on(.get, "never", respond: .never)
        let first = try call(line, "never")
        _ = await line.server.nextRequest()
        let second = try call(line, "never")
        for _ in 0..<100 { await Task.yield() }
        second.cancel()
        #expect(await second.value == .cancelled)
        #expect(line.server.acceptedConnections == 1)
        first.cancel()
        #expect(await first.value == .cancelled)
    }
}

/// Counts from any thread.
final class Tally: Sendable {
    private let value = Locked(0)

    var count: Int { value.withLock { $0 } }

    func add(_ more: Int = 1) { value.withLock { $0 += more } }
}
#endif
