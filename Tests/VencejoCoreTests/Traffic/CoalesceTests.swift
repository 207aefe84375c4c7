import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// Answers when it is told to, and tells when it is asked.
private final class HeldTransport: Transport {
    private struct State: Sendable {
        var asked = 0
        var cancelled = 0
        var held: [CheckedContinuation<Void, Never>] = []
        var isOpen = false
        var watchers: [(Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    var asked: Int { state.withLock { $0.asked } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func send(_ request: Request) async throws(NetworkError) -> Response {
        let watchers = state.withLock { state in
            state.asked += 1
            let asked = state.asked
            let due = state.watchers.filter { $0.0 <= asked }
            state.watchers.removeAll { $0.0 <= asked }
            return due
        }
        for watcher in watchers { watcher.1.resume() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.held.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.cancelled += 1 }
            open()
        }
        if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
        return Response(status: 200, body: ResponseBody([65]), request: request)
    }

    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func asked(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.asked < count { state.watchers.append((count, continuation)) }
                return state.asked >= count
            }
            if isThere { continuation.resume() }
        }
    }
}

struct CoalesceTests {
    /// A client whose calls tell when they join another one.
    private func api(_ transport: HeldTransport, joined: Gate) -> APIClient {
        APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.coalesce],
            transport: transport
        ) {
            $0.context.observer = { event in if event.kind == .joined { joined.pass() } }
        }
    }

    @Test func `calls that ask the same share one request`() async throws {
        let transport = HeldTransport()
        let gate = Gate()
        let api = api(transport, joined: gate)
        let calls = (0..<10).map { _ in Task { try await api.get("x") as Response } }
        await gate.passed(9)
        transport.open()
        for call in calls { #expect(try await call.value.body.bytes == [65]) }
        #expect(transport.asked == 1)
        _ = try await api.get("x")
        #expect(transport.asked == 2)
    }

    @Test func `who is cancelled leaves, and the last one ends the request`() async throws {
        let transport = HeldTransport()
        let gate = Gate()
        let api = api(transport, joined: gate)
        let calls = (0..<3).map { _ in Task { try await api.get("x") as Response } }
        await gate.passed(2)
        for call in calls[..<2] {
            call.cancel()
            let error = await #expect(throws: NetworkError.self) { try await call.value }
            #expect(error?.kind == .cancelled && error?.request?.url.path.hasSuffix("/x") == true)
        }
        #expect(transport.cancelled == 0)
        calls[2].cancel()
        let error = await #expect(throws: NetworkError.self) { try await calls[2].value }
        #expect(error?.kind == .cancelled)
        #expect(transport.cancelled == 1)
        #expect(transport.asked == 1)
    }

    @Test func `other fields, another address or a POST are not the same`() async throws {
        let transport = HeldTransport()
        let gate = Gate()
        let api = api(transport, joined: gate)
        let calls = [
            Task { try await api.get("x") as Response },
            Task { try await api.get("x", headers: ["Accept-Language": "es"]) as Response },
            Task { try await api.get("y") as Response },
            Task { try await api.post("x") as Response },
            Task { try await api.post("x") as Response },
        ]
        await transport.asked(atLeast: 5)
        transport.open()
        for call in calls { _ = try await call.value }
        #expect(transport.asked == 5)
    }
}

/// Counts, and lets somebody wait for a count.
final class Gate: Sendable {
    private struct State: Sendable {
        var count = 0
        var watchers: [(Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    func pass() {
        let due = state.withLock { state in
            state.count += 1
            let count = state.count
            let due = state.watchers.filter { $0.0 <= count }
            state.watchers.removeAll { $0.0 <= count }
            return due
        }
        for watcher in due { watcher.1.resume() }
    }

    func passed(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.count < count { state.watchers.append((count, continuation)) }
                return state.count >= count
            }
            if isThere { continuation.resume() }
        }
    }
}
