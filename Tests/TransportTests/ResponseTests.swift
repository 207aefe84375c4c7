#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(2)))
struct `3.6 Responses` {
    private func response(
        _ raw: String,
        _ way: Way = .plain
    ) async throws -> Response {
        try await response(Array(raw.utf8), way)
    }

    private func response(_ raw: [UInt8], _ way: Way = .plain) async throws -> Response {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .raw(raw))
        return try await line.transport.send(line.request(.get, "x"))
    }

    @Test(arguments: [204, 205, 304], Way.all)
    func `without content have none, and the connection is kept`(
        _ status: Int,
        _ way: Way
    ) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .status(HTTPStatus(status)))
        for _ in 0..<3 {
            let response = try await line.transport.send(line.request(.get, "x"))
            #expect(response.status.code == status)
            #expect(response.body.bytes == [])
        }
        if way != .http2 { #expect(line.server.acceptedConnections == 1) }
    }

    @Test func `with bytes after a 204 do not give them to the next call`() async throws {
        let line = try await Line()
        let stray =
            "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        line.server.on(.get, "x", respond: .raw(Array(stray.utf8)))
        line.server.on(.get, "y", respond: .text("good"))
        #expect(try await line.transport.send(line.request(.get, "x")).status == .noContent)
        #expect(try await line.transport.send(line.request(.get, "y")).text == "good")
    }

    @Test(arguments: Way.http1)
    func `come after interim ones`(_ way: Way) async throws {
        let line = try await Line(way)
        let hints = MockResponse.status(103).header("Link", "</a>; rel=preload")
        line.server.on(.get, "x", respond: .text("ok").preceded(by: .status(100), hints, hints))
        for _ in 0..<2 {
            let response = try await line.transport.send(line.request(.get, "x"))
            #expect(response.status == .ok)
            #expect(response.text == "ok")
            #expect(!response.headers.contains("Link"))
        }
        #expect(line.server.acceptedConnections == 1)
    }

    @Test(arguments: Way.all)
    func `that are compressed are decoded, and say what came over the wire`(
        _ way: Way
    ) async throws {
        let line = try await Line(way)
        let text = String(repeating: "hello ", count: 1_000)
        line.server.on(.get, "x", respond: .text(text).compressed())
        let response = try await line.transport.send(line.request(.get, "x"))
        #expect(response.text == text)
        #expect(response.headers[.contentEncoding] == "gzip")
        #expect(Int(response.headers[.contentLength] ?? "") ?? 0 < text.utf8.count / 2)
    }

    @Test(arguments: Way.all, ["aws-chunked", "utf-8", "compress", "x-unknown"])
    func `of an unknown coding are handed over as they are`(
        _ way: Way,
        _ coding: String
    ) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("raw").header(.contentEncoding, coding))
        let response = try await line.transport.send(line.request(.get, "x"))
        #expect(response.text == "raw")
        #expect(response.body.undecodedCodings == [coding])
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nX:none\r\nContent-Length: 2\r\n\r\nok", "none"),
        ("HTTP/1.1 200 OK\r\nX:  two \t \r\nContent-Length: 2\r\n\r\nok", "two"),
        ("HTTP/1.1 200 OK\r\nX:  \r\nContent-Length: 2\r\n\r\nok", ""),
        ("HTTP/1.1 200 OK\nX: bare\nContent-Length: 2\n\nok", "bare"),
        ("HTTP/1.1 200\r\nX: reason\r\nContent-Length: 2\r\n\r\nok", "reason"),
        ("HTTP/1.1 200 \r\nX: blank\r\nContent-Length: 2\r\n\r\nok", "blank"),
        ("HTTP/1.1 200 OK\r\nX: one\r\nx: two\r\nContent-Length: 2\r\n\r\nok", "one, two"),
        ("HTTP/1.0 200 OK\r\nX: old\r\n\r\nok", "old"),
    ])
    func `with heads as servers write them are taken`(
        _ raw: String,
        _ value: String
    ) async throws {
        let response = try await response(raw)
        #expect(response.status == .ok)
        #expect(response.headers["X"] == value)
        #expect(response.text == "ok")
    }

    @Test func `with bytes that are no UTF-8 in the head are taken`() async throws {
        let head = Array("HTTP/1.1 200 caf".utf8) + [0xE9] + Array("\r\nX: a".utf8) + [0xE9]
        let response = try await response(head + Array("b\r\nContent-Length: 2\r\n\r\nok".utf8))
        #expect(response.text == "ok")
        #expect(response.headers["X"]?.hasPrefix("a") == true)
        #expect(response.headers["X"]?.hasSuffix("b") == true)
    }

    @Test(arguments: Way.all)
    func `keep cookies apart`(_ way: Way) async throws {
        let response = try await response(
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\n"
                + "Set-Cookie: b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT\r\n"
                + "Content-Length: 0\r\n\r\n",
            way
        )
        #expect(
            response.headers.values(of: .setCookie)
                == ["a=1; Path=/", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT"]
        )
    }

    @Test func `may have one field of 200 KB, and six thousand of them`() async throws {
        let long = String(repeating: "a", count: 200_000)
        let one = try await response(
            "HTTP/1.1 200 OK\r\nX: \(long)\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(one.headers["X"]?.utf8.count == 200_000)
        let many = (0..<6_000).map { "X-\($0): 1\r\n" }.joined()
        let six = try await response("HTTP/1.1 200 OK\r\n\(many)Content-Length: 0\r\n\r\n")
        #expect(six.headers["X-5999"] == "1")
    }

    @Test func `with a head without end are refused`() async throws {
        let line = try await Line()
        let head = "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 1 << 20)
        line.server.on(.get, "x", respond: .raw(Array(head.utf8)))
        let kind = await line.failure(try line.request(.get, "x"))
        #expect(kind?.isInvalidResponse == true)
    }

    @Test(arguments: [
        "garbage\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/1.1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nhello",
        "<html>not http</html>",
    ])
    func `that are malformed or cut short are errors`(_ raw: String) async throws {
        let error = await #expect(throws: NetworkError.self) { try await response(raw) }
        #expect(error?.kind.isInvalidResponse == true, "\(String(describing: error?.kind))")
    }

    @Test(arguments: Way.all)
    func `tell the version`(_ way: Way) async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        #expect(try await response(answer, way).version == way.version)
        #expect(try await response("HTTP/1.0 200 OK\r\n\r\nok").version == .http10)
    }

    @Test(arguments: Way.all, [1, 7, 4_096])
    func `arrive whole in pieces of any size`(_ way: Way, _ size: Int) async throws {
        let line = try await Line(way)
        let count = size == 1 ? 2_000 : 100_000
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let answers = [
            MockResponse.bytes(body), MockResponse.bytes(body).chunked(sizes: [1, 5, 8_192]),
            MockResponse.bytes(body).closing(),
        ]
        for answer in answers {
            line.server.on(.get, "x", respond: answer.failing(.paced(size)))
            let response = try await line.transport.send(line.request(.get, "x"))
            #expect(response.body.bytes == body)
        }
    }
}
#endif
