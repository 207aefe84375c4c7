#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

private let user = Proxy.Credentials(user: "user", password: "password")

/// Through proxies, without TLS.
struct `Through a proxy` {
    private func transport(_ proxy: Proxy) -> EngineTransport {
        var configuration = EngineConfiguration()
        configuration.proxy = ProxyConfiguration(all: proxy)
        return EngineTransport(configuration)
    }

    private func url(_ text: String) throws -> URI { try #require(URI(text)) }

    @Test func `A10 a plain request has the whole address, and the connection is kept`()
        async throws
    {
        let proxy = try TestProxy.http()
        let transport = transport(proxy.proxy(.http, credentials: user))
        var request = Request(.get, try url("http://origin.example:8080/a%20b?c=d#e"))
        request.headers.append(.authorization, "Bearer token")
        for _ in 0..<2 { #expect(try await transport.send(request).text == "by proxy") }
        #expect(proxy.server.connections == 1)
        let head = try #require(proxy.log.all.first)
        #expect(head.hasPrefix("GET http://origin.example:8080/a%20b?c=d HTTP/1.1\r\n"))
        #expect(head.contains("Host: origin.example:8080\r\n"))
        #expect(head.contains("Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA==\r\n"))
        #expect(head.contains("Authorization: Bearer token\r\n"))
    }

    @Test func `what a caller says to a proxy is not said to an origin`() async throws {
        let origin = try TestProxy.http()
        var request = Request(.get, try origin.server.url())
        request.headers.append("Proxy-Authorization", "Basic c2VjcmV0")
        var configuration = EngineConfiguration()
        configuration.proxy = .none
        _ = try await EngineTransport(configuration).send(request)
        #expect(origin.log.all.first?.contains("Proxy-Authorization") == false)
    }

    @Test func `a challenge is answered once, and remembered`() async throws {
        let proxy = try TestProxy.asking()
        var way = proxy.proxy(.http, credentials: user)
        way.waitsForChallenge = true
        let transport = transport(way)
        let request = Request(.get, try url("http://origin.example/"))
        #expect(try await transport.send(request).text == "by proxy")
        #expect(try await transport.send(request).text == "by proxy")
        let told = proxy.log.all.map { $0.contains("Proxy-Authorization") }
        #expect(told == [false, true, true])
    }

    @Test(arguments: [nil, Proxy.Credentials(user: "user", password: "wrong")])
    func `a proxy that is not satisfied fails the call, and is named`(
        credentials: Proxy.Credentials?
    ) async throws {
        let proxy = try TestProxy.asking()
        let way = proxy.proxy(.http, credentials: credentials)
        let reason: ProxyFailure.Reason =
            credentials == nil ? .authenticationRequired : .credentialsRefused
        for text in ["http://origin.example/", "https://origin.example/"] {
            let request = Request(.get, try url(text))
            let kind = await failure(of: request, over: transport(way))
            let address = "http://127.0.0.1:\(proxy.server.port)"
            #expect(kind == .proxy(ProxyFailure(proxy: address, reason: reason)))
            #expect(NetworkError(try #require(kind)).description.contains(address))
        }
    }

    @Test func `a proxy that does not get through says so by its status`() async throws {
        let proxy = try TestProxy.http { _ in
            "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
        }
        let way = proxy.proxy(.http)
        let request = Request(.get, try url("https://origin.example/"))
        let kind = await failure(of: request, over: transport(way))
        let address = "http://127.0.0.1:\(proxy.server.port)"
        #expect(kind == .proxy(ProxyFailure(proxy: address, reason: .refused(HTTPStatus(502)))))
    }

    @Test(arguments: ["", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nmore than was asked for"])
    func `a proxy that speaks out of turn is refused`(answer: String) async throws {
        let server = try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.say(answer)
        }
        let way = Proxy(.http, host: "127.0.0.1", port: server.port)
        let request = Request(.get, try url("https://origin.example/"))
        let kind = await failure(of: request, over: transport(way))
        guard case .proxy(let failure) = kind, case .invalidAnswer = failure.reason else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test(arguments: [Proxy.Kind.http, .https, .socks5])
    func `a proxy that is not there is not taken for the origin`(kind: Proxy.Kind) async throws {
        let poller = try Poller()
        defer { poller.stop() }
        let any = try #require(SocketAddress(literal: "127.0.0.1", port: 0))
        let listener = try Listener(any, poller: poller)
        let port = listener.address.port
        listener.close()
        let way = Proxy(kind, host: "127.0.0.1", port: port)
        let request = Request(.get, try url("http://origin.example/"))
        let failed = await failure(of: request, over: transport(way))
        let expected = ProxyFailure(
            proxy: "\(kind.rawValue)://127.0.0.1:\(port)",
            reason: .noConnection(.refused)
        )
        #expect(failed == .proxy(expected))
    }

    @Test(arguments: [Proxy.Kind.http, .socks5])
    func `HTTP/2 that is known beforehand goes through a tunnel`(kind: Proxy.Kind) async throws {
        let origin = try ScriptedServer.http2Echo()
        let proxy = kind == .http ? try TestProxy.asking() : try TestProxy.socks()
        var configuration = EngineConfiguration()
        configuration.proxy = ProxyConfiguration(all: proxy.proxy(kind, credentials: user))
        configuration.http2 = .priorKnowledge
        let transport = EngineTransport(configuration)
        for path in ["/one", "/two"] {
            let response = try await transport.send(Request(.get, origin.url(path)))
            #expect(response.version == .http2)
            #expect(response.text == path)
        }
        #expect(origin.connections == 1)
        #expect(proxy.log.all.count == 1)
        if kind == .http {
            #expect(proxy.log.all[0].hasPrefix("CONNECT 127.0.0.1:\(origin.port) HTTP/1.1\r\n"))
        }
    }

    @Test func `SOCKS leads to a name that only the proxy knows`() async throws {
        let origin = try ScriptedServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\norigin"
        )
        let proxy = try TestProxy.socks(asksForPassword: true)
        let request = Request(.get, try url("http://inside.example:\(origin.port)/"))
        let transport = transport(proxy.proxy(.socks5, credentials: user))
        #expect(try await transport.send(request).text == "origin")
        #expect(proxy.log.all == ["inside.example"])
    }

    @Test func `SOCKS without a password, to an address`() async throws {
        let origin = try ScriptedServer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\norigin"
        )
        let proxy = try TestProxy.socks()
        let request = Request(.get, try origin.url())
        #expect(try await transport(proxy.proxy(.socks5)).send(request).text == "origin")
        #expect(proxy.log.all == ["[127, 0, 0, 1]"])
    }

    @Test(arguments: UInt8(1)...9)
    func `a reply of a SOCKS proxy is told in its own words`(reply: UInt8) async throws {
        let proxy = try TestProxy.socks(reply: reply)
        let request = Request(.get, try url("http://origin.example/"))
        let kind = await failure(of: request, over: transport(proxy.proxy(.socks5)))
        let address = "socks5://127.0.0.1:\(proxy.server.port)"
        let reason = ProxyFailure.Reason.socks(SOCKSReply(rawValue: reply))
        #expect(kind == .proxy(ProxyFailure(proxy: address, reason: reason)))
        #expect(NetworkError(try #require(kind)).description.contains(address))
    }

    @Test func `a wrong password of SOCKS is told apart`() async throws {
        let proxy = try TestProxy.socks(asksForPassword: true)
        let request = Request(.get, try url("http://origin.example/"))
        let address = "socks5://127.0.0.1:\(proxy.server.port)"
        let wrong = Proxy.Credentials(user: "user", password: "wrong")
        let refused = await failure(
            of: request,
            over: transport(proxy.proxy(.socks5, credentials: wrong))
        )
        #expect(refused == .proxy(ProxyFailure(proxy: address, reason: .credentialsRefused)))
        let none = await failure(of: request, over: transport(proxy.proxy(.socks5)))
        #expect(none == .proxy(ProxyFailure(proxy: address, reason: .authenticationRequired)))
    }
}
#endif
