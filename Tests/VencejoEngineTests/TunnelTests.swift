#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

@Suite(
    .serialized,
    .enabled(if: TLSBench.tool != nil && TLSBench.nginx != nil, "openssl or nginx is absent")
)
struct `TLS through a proxy` {
    private static let user = Proxy.Credentials(user: "user", password: "password")

    /// What nginx says of the fields that came: the origin's and the proxy's.
    private static let echo = """
        location /echo { return 200 "[$http_authorization] [$http_proxy_authorization]"; }
        """

    private func call(_ bench: TLSBench, _ port: Int, _ proxy: Proxy) async throws -> Response {
        var configuration = try bench.trust()
        configuration.proxy = ProxyConfiguration(all: proxy)
        let url = try #require(URI("https://127.0.0.1:\(port)/echo"))
        var request = Request(.get, url)
        request.headers.append(.authorization, "Bearer token")
        return try await EngineTransport(configuration).send(request)
    }

    @Test(arguments: [false, true])
    func `a tunnel carries TLS, and each side hears only what is meant for it`(
        waits: Bool
    ) async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let (process, port) = try await bench.serveByNginx(Self.echo)
        defer { bench.stop(process) }
        let proxy = try TestProxy.asking()
        var way = proxy.proxy(.http, credentials: Self.user)
        way.waitsForChallenge = waits
        let response = try await call(bench, port, way)
        #expect(response.text == "[Bearer token] []")
        #expect(response.timings.tlsDetails?.isVerified == true)
        #expect(proxy.log.all.count == (waits ? 2 : 1))
        for head in proxy.log.all {
            #expect(head.hasPrefix("CONNECT 127.0.0.1:\(port) HTTP/1.1\r\n"))
            #expect(!head.contains("Bearer"))
        }
        #expect(proxy.log.all.last?.contains("Proxy-Authorization: Basic ") == true)
    }

    @Test(arguments: [Proxy.Kind.http, .socks5])
    func `one tunnel carries many calls over HTTP/2`(kind: Proxy.Kind) async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let (process, port) = try await bench.serveByNginx(Self.echo, speaking: "http2")
        defer { bench.stop(process) }
        let proxy = kind == .http ? try TestProxy.asking() : try TestProxy.socks()
        var configuration = try bench.trust()
        configuration.proxy = ProxyConfiguration(all: proxy.proxy(kind, credentials: Self.user))
        let transport = EngineTransport(configuration)
        let url = try #require(URI("https://127.0.0.1:\(port)/echo"))
        try await withThrowingTaskGroup(of: Response.self) { group in
            for _ in 0..<20 { group.addTask { try await transport.send(Request(.get, url)) } }
            for try await response in group {
                #expect(response.version == .http2)
                #expect(response.text == "[] []")
                #expect(response.timings.tlsDetails?.isVerified == true)
                #expect(response.timings.remoteAddress == "127.0.0.1:\(proxy.server.port)")
            }
        }
        #expect(proxy.server.connections == 1)
        #expect(proxy.log.all.count == 1)
    }

    @Test func `SOCKS carries TLS`() async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let (process, port) = try await bench.serveByNginx(Self.echo)
        defer { bench.stop(process) }
        let proxy = try TestProxy.socks()
        #expect(try await call(bench, port, proxy.proxy(.socks5)).status == .ok)
    }

    @Test(.enabled(if: TLSBench.hasStreams, "nginx's stream module is absent"))
    func `a proxy behind TLS of its own carries TLS within it`() async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let (process, port) = try await bench.serveByNginx(Self.echo)
        defer { bench.stop(process) }
        let proxy = try TestProxy.http()
        let (front, frontPort) = try await bench.wrapByNginx(proxy.server.port)
        defer { bench.stop(front) }
        let way = Proxy(.https, host: "127.0.0.1", port: frontPort, credentials: Self.user)
        #expect(try await call(bench, port, way).text == "[Bearer token] []")
        #expect(proxy.log.all.first?.hasPrefix("CONNECT ") == true)
        // Plain requests go to the proxy within its TLS, whole address and all.
        var configuration = try bench.trust()
        configuration.proxy = ProxyConfiguration(all: way)
        let url = try #require(URI("http://origin.example/"))
        let plain = try await EngineTransport(configuration).send(Request(.get, url))
        #expect(plain.text == "by proxy")
    }

    @Test(.enabled(if: TLSBench.hasStreams, "nginx's stream module is absent"))
    func `a proxy whose certificate is no good is told apart from the origin`() async throws {
        let bench = try TLSBench()
        try bench.certificate("DNS:other.example")
        let proxy = try TestProxy.http()
        let (front, frontPort) = try await bench.wrapByNginx(proxy.server.port)
        defer { bench.stop(front) }
        var configuration = try bench.trust()
        let way = Proxy(.https, host: "127.0.0.1", port: frontPort)
        configuration.proxy = ProxyConfiguration(all: way)
        let url = try #require(URI("http://origin.example/"))
        let kind = await failure(of: Request(.get, url), over: EngineTransport(configuration))
        let address = "https://127.0.0.1:\(frontPort)"
        #expect(kind == .proxy(ProxyFailure(proxy: address, reason: .tls(.wrongHost))))
    }
}
#endif
