#if os(Linux)
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP

private let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

/// Answers when it is told to, and remembers what was asked in which order.
private final class Gate: Sendable {
    private let isOpen = Locked(false)
    private let asked = Locked<[String]>([])

    var paths: [String] { asked.withLock { $0 } }

    func open() { isOpen.withLock { $0 = true } }

    func server() throws -> ScriptedServer {
        try ScriptedServer { [self] peer in
            while let request = try await peer.request() {
                asked.withLock { $0.append(String(request.split(separator: " ")[1])) }
                while !isOpen.withLock({ $0 }) { await Task.yield() }
                try await peer.say(fine)
            }
        }
    }

    func waitForFirst() async {
        while paths.isEmpty { await Task.yield() }
    }
}

@Suite struct `The pool's limits` {
    private func transport(perOrigin: Int = 64, total: Int = 512) -> EngineTransport {
        var configuration = EngineConfiguration()
        configuration.maximumConnectionsPerOrigin = perOrigin
        configuration.maximumConnections = total
        return EngineTransport(configuration)
    }

    private func error(
        of request: Request,
        over transport: EngineTransport
    ) async -> NetworkError? {
        do {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `serve who waits by priority, and within one in turn`() async throws {
        let gate = Gate()
        let server = try gate.server()
        let transport = transport(perOrigin: 1)
        let url = try server.url("/first")
        let first = Task { await failure(of: Request(.get, url), over: transport) }
        await gate.waitForFirst()
        var calls: [Task<NetworkError.Kind?, Never>] = []
        let wanted: [(String, Request.Priority)] = [
            ("/low1", .low), ("/normal1", .normal), ("/high1", .high), ("/low2", .low),
            ("/normal2", .normal), ("/high2", .high),
        ]
        for (path, priority) in wanted {
            var request = Request(.get, try server.url(path))
            request.priority = priority
            // On one thread each call stands in line before the next one begins.
            let call = Task(executorPreference: transport.executor) { [request] in
                await failure(of: request, over: transport)
            }
            calls.append(call)
        }
        await Task(executorPreference: transport.executor) {}.value
        gate.open()
        #expect(await first.value == nil)
        for call in calls { #expect(await call.value == nil) }
        #expect(
            gate.paths == ["/first", "/high1", "/high2", "/normal1", "/normal2", "/low1", "/low2"]
        )
        #expect(server.connections == 1)
    }

    @Test func `name themselves when a call waits in vain`() async throws {
        let gate = Gate()
        let server = try gate.server()
        let other = try ScriptedServer.answering(fine)
        let transport = transport(perOrigin: 2, total: 1)
        let url = try server.url()
        let first = Task { await failure(of: Request(.get, url), over: transport) }
        await gate.waitForFirst()
        var request = Request(.get, try other.url())
        request.timeouts.queue = .milliseconds(10)
        let late = await error(of: request, over: transport)
        #expect(late?.kind == .timedOut(.queue))
        #expect(late?.underlying as? ConnectionLimit == .total(1))
        #expect(ConnectionLimit.total(1).description == "all 1 connections are in use")
        gate.open()
        #expect(await first.value == nil)
        // The connection that nobody uses makes way.
        #expect(await failure(of: request, over: transport) == nil)
        #expect(other.connections == 1)
    }

    @Test func `name the one of an origin`() async throws {
        let gate = Gate()
        let server = try gate.server()
        let transport = transport(perOrigin: 1)
        let url = try server.url()
        let first = Task { await failure(of: Request(.get, url), over: transport) }
        await gate.waitForFirst()
        var request = Request(.get, url)
        request.timeouts.queue = .milliseconds(10)
        let late = await error(of: request, over: transport)
        #expect(late?.underlying as? ConnectionLimit == .perOrigin(1))
        // Else the server would spin until all tests are done.
        defer { gate.open() }
        first.cancel()
        #expect(await first.value == .cancelled)
    }

    @Test func `let a cancelled call leave the line at once`() async throws {
        let gate = Gate()
        let server = try gate.server()
        let transport = transport(perOrigin: 1)
        let url = try server.url()
        let first = Task { await failure(of: Request(.get, url), over: transport) }
        await gate.waitForFirst()
        let leaving = Task { await failure(of: Request(.get, url), over: transport) }
        let staying = Task { await failure(of: Request(.get, url), over: transport) }
        leaving.cancel()
        #expect(await leaving.value == .cancelled)
        gate.open()
        #expect(await first.value == nil)
        #expect(await staying.value == nil)
    }

    @Test func `share the connections in all between two servers without starving either`()
        async throws
    {
        let servers = [try ScriptedServer.answering(fine), try ScriptedServer.answering(fine)]
        let urls = try servers.map { try $0.url() }
        let transport = transport(total: 2)
        let done = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let request = Request(.get, urls[index % 2])
                    return await failure(of: request, over: transport) == nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(done == 200)
        // A server stops with the last one who holds it.
        withExtendedLifetime(servers) {}
    }
}
#endif
