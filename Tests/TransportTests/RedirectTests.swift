#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(2)))
struct `3.4 Redirects` {
    /// What arrived at the end of the way.
    private func arrived(
        _ method: HTTPMethod,
        _ status: HTTPStatus,
        _ way: Way
    ) async throws -> RecordedRequest {
        let line = try await Line(way)
        line.server.on(Route(nil, "from", respond: .redirect(status, to: "/to")))
        let body: RequestBody = method.rawValue == "HEAD" ? .none : .bytes(Array("BODY123".utf8))
        var request = try line.request(method, "from", body: body)
        request.headers["Content-Type"] = "text/plain"
        _ = try await line.api.perform(request)
        #expect(line.server.requests.count == 2)
        return try #require(line.server.requests.last)
    }

    @Test(
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"),
            (303, "HEAD", "HEAD"), (301, "HEAD", "HEAD"), (307, "HEAD", "HEAD"),
        ],
        Way.all
    )
    func `that change the method drop the body and its fields`(
        _ row: (status: Int, from: String, to: String),
        _ way: Way
    ) async throws {
        let end = try await arrived(HTTPMethod(rawValue: row.from), HTTPStatus(row.status), way)
        #expect(end.method.rawValue == row.to)
        #expect(end.body == [])
        if row.from != row.to { #expect(!end.headers.contains(.contentType)) }
    }

    @Test(
        arguments: [
            (307, "POST"), (308, "POST"), (307, "PUT"), (308, "PATCH"), (307, "DELETE"),
            (301, "PUT"), (302, "PUT"), (302, "PATCH"),
        ],
        Way.all
    )
    func `that keep the method keep the body`(
        _ row: (status: Int, method: String),
        _ way: Way
    ) async throws {
        let end = try await arrived(HTTPMethod(rawValue: row.method), HTTPStatus(row.status), way)
        #expect(end.method.rawValue == row.method)
        #expect(end.text == "BODY123")
        #expect(end.headers[.contentLength] == "7")
        #expect(end.headers[.contentType] == "text/plain")
    }

    @Test(arguments: Way.all)
    func `to another origin carry no credentials`(_ way: Way) async throws {
        let other = try await MockServer { _ in .text("there") }
        try TestServer.afterwards { await other.stop() }
        let line = try await Line(way, pipeline: [.authenticate(.bearer("SECRET"))])
        let away = try await way.url(to: other)
        line.server.on(.get, "away", respond: .redirect(302, to: away + "/x"))
        let headers: Headers = [
            "Cookie": "c=SECRET", "X-API-Key": "SECRET", "Proxy-Authorization": "SECRET",
            "X-A": "1",
        ]
        _ = await outcome { () throws(NetworkError) in
            try await line.api.get("away", headers: headers)
        }
        #expect(line.server.requests.first?.headers[.authorization] == "Bearer SECRET")
        let arrived = try #require(other.requests.first)
        #expect(!arrived.headers.contains { $0.value.contains("SECRET") })
        #expect(arrived.headers["X-A"] == "1")
    }

    @Test(
        arguments: Way.all,
        [
            ("echo?z=1", "/p/echo?z=1"), ("/echo/%20%2Fz", "/echo/%20%2Fz"),
            ("?q=2", "/p/redirect?q=2"),
            ("../up", "/up"), ("./", "/p/"), ("", "/p/redirect"), ("#f", "/p/redirect"),
            ("/a b", "/a%20b"), ("/ñ", "/%C3%B1"),
        ]
    )
    func `are resolved against the address that was asked`(
        _ way: Way,
        _ row: (location: String, target: String)
    ) async throws {
        let line = try await Line(way)
        let raw = MockResponse(status: 302, headers: [.location: row.location])
        let seen = Tally()
        line.server.on(.get, "p/redirect") { _ in
            seen.add()
            return seen.count == 1 ? raw.header(.setCookie, "a=1") : .text("end")
        }
        let response: Response = try await line.api.get("p/redirect")
        #expect(line.server.requests.last?.target == row.target)
        #expect(response.hops.count == 1)
    }

    @Test(arguments: Way.all)
    func `in bytes that are no UTF-8 are followed as bytes`(_ way: Way) async throws {
        let line = try await Line(way)
        let head = Array("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /caf".utf8)
        line.server.on(.get, "x", respond: .raw(head + [0xE9] + Array("\r\n\r\n".utf8)))
        let response: Response = try await line.api.get("x")
        #expect(response.status == .notFound)
        #expect(line.server.requests.count == 2)
    }

    @Test(arguments: Way.all)
    func `in a circle, and too many, are errors of their own`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "loop", respond: .redirect(302, to: "/loop"))
        line.server.on(.get, "n/{n}") { request in
            .redirect(302, to: "/n/\((Int(request.parameters["n"] ?? "") ?? 0) + 1)")
        }
        #expect(await line.failure(of: "loop") == .redirect(.loop))
        #expect(await line.failure(of: "n/0") == .redirect(.tooMany(limit: 20)))
        #expect(line.server.requests.count == 1 + 21)
    }

    @Test(arguments: [
        "ftp://127.0.0.1/x", "file:///etc/hostname", "javascript:1", "http://", "http://[::1",
        "http://a\u{0}b/",
    ])
    func `to what is no web address are refused`(_ location: String) async throws {
        let line = try await Line()
        let raw = "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: \(location)\r\n\r\n"
        line.server.on(.get, "x", respond: .raw(Array(raw.utf8)))
        let kind = await line.failure(of: "x")
        #expect(
            kind == .redirect(.invalidLocation(location)) || kind?.isInvalidResponse == true,
            "\(String(describing: kind))"
        )
        #expect(line.server.requests.count == 1)
    }

    @Test(arguments: Way.all.filter { $0 != .plain })
    func `from a safe to an unsafe address are refused`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .redirect(302, to: line.server.url + "/y"))
        #expect(await line.failure(of: "x") == .redirect(.insecure))
        #expect(line.server.requests.count == 1)
    }

    @Test(arguments: Way.all)
    func `are delivered by the transport as they are`(_ way: Way) async throws {
        let line = try await Line(way)
        let answer = MockResponse(
            status: 302,
            headers: [.location: "/to"],
            body: Array("redirect body".utf8)
        )
        line.server.on(.get, "x", respond: answer)
        let response = try await line.transport.send(line.request(.get, "x"))
        #expect(response.status == 302)
        #expect(response.text == "redirect body")
    }
}
#endif
