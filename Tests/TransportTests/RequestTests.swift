#if os(Linux)
import Foundation
import TestSupport
import Testing
import Vencejo
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(3)))
struct `3.5 Requests` {
    @Test(
        arguments: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "PROPFIND"],
        Way.all
    )
    func `of every method arrive with and without a body`(
        _ method: String,
        _ way: Way
    ) async throws {
        let line = try await Line(way)
        _ = try await line.transport.send(line.request(HTTPMethod(rawValue: method), "x"))
        let body = RequestBody.bytes(Array("abc".utf8))
        _ = try await line.transport.send(
            line.request(HTTPMethod(rawValue: method), "x", body: body)
        )
        let arrived = line.server.requests
        #expect(arrived.map(\.method.rawValue) == [method, method])
        #expect(arrived.map(\.text) == ["", "abc"])
        let usual = ["POST", "PUT", "PATCH"].contains(method)
        #expect(arrived[0].headers[.contentLength] == (usual ? "0" : nil))
        #expect(arrived[1].headers[.contentLength] == "3")
        #expect(!arrived[1].headers.contains(.contentType))
        #expect(!arrived[1].headers.contains(.connection))
    }

    @Test(arguments: Way.all)
    func `with a body that means nothing are refused before they are sent`(
        _ way: Way
    ) async throws {
        let line = try await Line(way)
        let request = try line.request(.get, "x", body: .bytes([1]))
        let kind = await outcome { () throws(NetworkError) in try await line.api.perform(request) }
        #expect(kind == .invalidRequest(.bodyNotAllowed(.get)))
        #expect(line.server.acceptedConnections == 0)
    }

    @Test(arguments: Way.all)
    func `carry field names and repeated fields as they were given`(_ way: Way) async throws {
        let line = try await Line(way)
        var request = try line.request(.get, "x")
        request.headers.append("x-lOWER", "1")
        request.headers.append("X-Twice", "a")
        request.headers.append("X-Twice", "b")
        _ = try await line.transport.send(request)
        let headers = try #require(line.server.requests.first).headers
        #expect(headers.values(of: "X-Twice") == ["a", "b"])
        // RFC 9113 §8.2: names are in small letters there.
        let name = way == .http2 ? "x-lower" : "x-lOWER"
        #expect(headers.contains { $0.name.rawValue == name })
    }

    @Test(arguments: Way.http1)
    func `carry the Host they were given, and the framing they have`(_ way: Way) async throws {
        let line = try await Line(way)
        var request = try line.request(.post, "x", body: .bytes(Array("abcdef".utf8)))
        request.headers = ["Host": "other.example", "Content-Length": "3", "Connection": "close"]
        _ = try await line.transport.send(request)
        let arrived = try #require(line.server.requests.first)
        #expect(arrived.headers[.host] == "other.example")
        #expect(arrived.text == "abcdef")
        #expect(!arrived.headers.contains(.connection))
    }

    @Test(
        arguments: Way.all,
        [
            ("X-Inj", "a\r\nX-Evil: 1"), ("X-Inj", "a\nb"), ("X-Inj", "a\u{0}b"), ("X Bad", "a"),
            ("X:Bad", "a"), ("", "a"), ("X-Inj\r\nX-Evil", "1"), ("Transfer-Encoding", "chunked"),
            ("Content-Length", "99"),
        ]
    )
    func `with fields that would break out are refused before they are sent`(
        _ way: Way,
        _ field: (name: String, value: String)
    ) async throws {
        let line = try await Line(way)
        let kind = await outcome { () throws(NetworkError) in
            try await line.api.post(
                "x",
                body: .bytes([1, 2]),
                headers: Headers([HeaderField(HeaderName(field.name), field.value)])
            )
        }
        guard case .invalidRequest(.header)? = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
        #expect(line.server.acceptedConnections == 0)
    }

    @Test(arguments: Way.all, ["GET / HTTP/1.1\r\nX-Evil: 1", "GE T", "", "GET\n"])
    func `with a method that would break out are refused`(
        _ way: Way,
        _ method: String
    ) async throws {
        let line = try await Line(way)
        let request = try line.request(HTTPMethod(rawValue: method), "x")
        let kind = await outcome { () throws(NetworkError) in try await line.api.perform(request) }
        #expect(kind == .invalidRequest(.method(method)))
        #expect(await line.failure(request) == .invalidRequest(.method(method)))
        #expect(line.server.acceptedConnections == 0)
    }

    @Test(arguments: Way.all)
    func `that expect to continue are continued`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.post, "x") { .bytes($0.body) }
        var request = try line.request(.post, "x", body: .bytes(Array("abc".utf8)))
        request.headers[.expect] = "100-continue"
        #expect(try await line.transport.send(request).text == "abc")
    }

    @Test(arguments: [417, 403], Way.all)
    func `that are refused before their body get that answer`(
        _ status: Int,
        _ way: Way
    ) async throws {
        let line = try await Line(way)
        let refusal = MockResponse.text("no", status: HTTPStatus(status)).closing()
        line.server.on(Route(.post, "x", respond: refusal).answeringBeforeBody())
        let large = RequestBody.bytes([UInt8](repeating: 1, count: 300_000))
        var request = try line.request(.post, "x", body: large)
        request.headers[.expect] = "100-continue"
        let response = try await line.transport.send(request)
        #expect(response.status.code == status)
        #expect(response.text == "no")
    }

    @Test(.server(leaving: .unreadRequests), arguments: Way.all)
    func `answered while they are being sent get that answer`(_ way: Way) async throws {
        let line = try await Line(way)
        let refusal = MockResponse.text("too much", status: 413).closing()
        line.server.on(Route(.post, "x", respond: refusal).answeringBeforeBody())
        let large = RequestBody.bytes([UInt8](repeating: 1, count: 3 << 20))
        let response = try await line.transport.send(line.request(.post, "x", body: large))
        #expect(response.status == 413)
        #expect(response.text == "too much")
    }

    @Test(arguments: Way.http1)
    func `on a connection that the server has just closed are sent again whole`(
        _ way: Way
    ) async throws {
        let line = try await Line(way)
        line.server.on(.post, "x") { .bytes($0.body).failing(.close(after: .end)) }
        for round in 0..<60 {
            let text = "round \(round)"
            let body = RequestBody.bytes(Array(text.utf8))
            let response = try await line.transport.send(line.request(.post, "x", body: body))
            #expect(response.text == text)
        }
        #expect(line.server.requests.count == 60)
    }

    @Test(.enabled(if: hasIPv6, "this machine has no IPv6"))
    func `to an IPv6 literal arrive`() async throws {
        var options = MockServer.Options()
        options.host = "::1"
        let server = try await MockServer(options: options) { _ in .text("six") }
        try TestServer.afterwards { await server.stop() }
        let line = try await Line()
        let url = try #require(URI("http://[::1]:\(server.port)/"))
        #expect(try await line.transport.send(Request(.get, url)).text == "six")
        #expect(server.requests.first?.headers[.host] == "[::1]:\(server.port)")
        await line.transport.close()
    }

    private static let hasIPv6 = FileManager.default.fileExists(atPath: "/proc/net/if_inet6")

    @Test func `with a user in the address carry Basic credentials`() async throws {
        let line = try await Line()
        let url = "http://us%40er:pa%3Ass@127.0.0.1:\(line.server.port)"
        let api = APIClient(baseURL: url, transport: line.transport) { $0.acceptedStatuses = .all }
        let _: Response = try await api.get("x")
        let arrived = try #require(line.server.requests.first)
        #expect(arrived.headers[.authorization] == "Basic dXNAZXI6cGE6c3M=")
        #expect(arrived.headers[.host] == "127.0.0.1:\(line.server.port)")
    }

    @Test(
        arguments: Way.all,
        [
            "/echo/%2F%C3%A9;c=1", "/a//b", "/a/?q=%20+&r", "/?", "/a'b(c)!*", "/%7Euser",
        ]
    )
    func `keep the path that they were given`(_ way: Way, _ path: String) async throws {
        let line = try await Line(way)
        _ = try await line.transport.send(line.request(.get, String(path.dropFirst())))
        #expect(line.server.requests.first?.target == path)
    }
}
#endif
