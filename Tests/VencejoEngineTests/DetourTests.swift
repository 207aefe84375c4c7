#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

struct `A detour` {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere"

    private func transport(_ detours: Detour...) -> EngineTransport {
        var configuration = EngineConfiguration()
        configuration.detours = detours
        return EngineTransport(configuration)
    }

    @Test func `the connection goes elsewhere, and Host stays`() async throws {
        let log = TestProxy.Log()
        let server = try ScriptedServer { peer in
            while let head = try await peer.request() {
                log.note(head)
                try await peer.say(Self.answer)
            }
        }
        let detour = Detour(of: "api.example.com", to: .host("127.0.0.1", port: server.port))
        let url = try #require(URI("http://api.example.com/users"))
        let response = try await transport(detour).send(Request(.get, url))
        #expect(response.text == "here")
        #expect(
            log.all.first?.hasPrefix("GET /users HTTP/1.1\r\nHost: api.example.com\r\n") == true
        )
    }

    @Test(arguments: [true, false])
    func `a Unix-domain socket is connected to`(isAbstract: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("vencejo-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = (isAbstract ? "@" : "") + folder.appendingPathComponent("s").path
        let address = try #require(SocketAddress(unixPath: path))
        #expect(address.description == "unix:\(path)")
        let server = try ScriptedServer(at: address) { peer in
            while try await peer.request() != nil { try await peer.say(Self.answer) }
        }
        let url = try #require(URI("http://docker.localhost/version"))
        let only = transport(Detour(of: "docker.localhost", to: .unixSocket(path)))
        for _ in 0..<2 { #expect(try await only.send(Request(.get, url)).text == "here") }
        #expect(server.connections == 1)
        let all = transport(Detour(ofAllTo: .unixSocket(path)))
        #expect(try await all.send(Request(.get, url)).text == "here")
    }

    @Test func `a path that leads nowhere is no connection, and one too long is said so`()
        async throws
    {
        let url = try #require(URI("http://localhost/"))
        let missing = transport(Detour(ofAllTo: .unixSocket("/nonexistent/socket")))
        guard case .noConnection = await failure(of: Request(.get, url), over: missing) else {
            Issue.record("a socket that does not exist was connected to")
            return
        }
        let path = String(repeating: "x", count: 200)
        let long = transport(Detour(ofAllTo: .unixSocket(path)))
        guard case .unsupported = await failure(of: Request(.get, url), over: long) else {
            Issue.record("a path of 200 bytes was taken")
            return
        }
    }

    @Test(.enabled(if: TLSBench.tool != nil, "the openssl tool is absent"))
    func `TLS asks for the address's own name`() async throws {
        let bench = try TLSBench()
        try bench.certificate("DNS:api.example.com")
        let (process, port) = try bench.serve()
        defer { bench.stop(process) }
        var configuration = try bench.trust()
        configuration.detours = [Detour(of: "api.example.com", to: .host("127.0.0.1", port: port))]
        let url = try #require(URI("https://api.example.com/"))
        let response = try await EngineTransport(configuration).send(Request(.get, url))
        #expect(response.status == .ok)
    }

    @Test(arguments: [
        // What fits first counts; a port narrows; no proxy is asked on a detour.
        ("http://a.example/", "first:80"), ("http://a.example:81/", "second:9"),
        ("https://a.example/", "second:9"), ("http://b.example/", "proxy"),
        ("https://b.example/", "tunnel"),
    ])
    func `routes are decided in order`(address: String, expected: String) throws {
        let proxy = Proxy(.http, host: "proxy.example", port: 3_128)
        let plan = RoutePlan(
            proxies: ProxyConfiguration(all: proxy),
            detours: [
                Detour(of: "a.example", port: 80, to: .host("first")),
                Detour(of: "A.example", to: .host("second", port: 9)),
            ]
        )
        let found: String
        switch plan.route(to: try #require(URI(address))) {
        case .direct(.host(let host, let port)): found = "\(host):\(port ?? 0)"
        case .direct(.unixSocket(let path)): found = path
        case .forward: found = "proxy"
        case .tunnel: found = "tunnel"
        case .impossible(let text): found = text
        }
        #expect(found == expected)
    }
}
#endif
