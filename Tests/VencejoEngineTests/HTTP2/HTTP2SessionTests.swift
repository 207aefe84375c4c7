#if os(Linux)
import CNGHTTP2
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

@Suite struct `A session of HTTP/2` {
    @Test func `names the request by pseudo fields and leaves out what speaks of a connection`()
        throws
    {
        let bench = try HTTP2SessionBench()
        let headers: Headers = [
            "Host": "other.example", "Connection": "keep-alive, X-Hop", "Keep-Alive": "5",
            "Proxy-Connection": "x", "Transfer-Encoding": "chunked", "Upgrade": "h2c",
            "HTTP2-Settings": "AAA", "Content-Length": "99", "X-Hop": "1", "TE": "gzip",
            "X-Kept": "  a b\t", "User-Agent": "mine",
        ]
        try bench.open(
            HTTP2SessionBench.request("https://example.com:8443/a%20b?q=1", .get, headers)
        )
        let fields = bench.fields(try bench.sent().first { $0.is(.headers) })
        #expect(
            fields == [
                ":method: GET", ":scheme: https", ":path: /a%20b?q=1",
                ":authority: other.example", "x-kept: a b", "user-agent: mine",
                "accept-encoding: gzip",
            ]
        )
    }

    @Test func `takes the authority from the address and states a length`() throws {
        let bench = try HTTP2SessionBench()
        var request = try HTTP2SessionBench.request(
            "https://example.com:8443/",
            .post,
            ["TE": "trailers"]
        )
        request.body = .bytes(Array("abc".utf8))
        try bench.open(request, body: ("abc", true))
        let sent = try bench.sent()
        let fields = bench.fields(sent.first { $0.is(.headers) })
        #expect(fields.contains(":authority: example.com:8443"))
        #expect(fields.contains("te: trailers"))
        #expect(fields.contains("content-length: 3"))
        let data = try #require(sent.first { $0.is(.data) })
        #expect(data.payload == Array("abc".utf8))
        #expect(data.isEnd)
    }

    @Test(arguments: [("a\r\nb", "X-A"), ("b", "X A")])
    func `sends no field that breaks out of its place`(value: String, name: String) throws {
        let bench = try HTTP2SessionBench()
        let request = try HTTP2SessionBench.request(
            "https://example.com/",
            .get,
            Headers([HeaderField(HeaderName(name), value)])
        )
        #expect(throws: EngineFault.self) { try bench.open(request) }
        #expect(try bench.sent().isEmpty)
    }

    @Test func `reads head, content and trailers, after interim answers`() throws {
        let bench = try HTTP2SessionBench()
        let stream = try bench.open()
        _ = try bench.sent()
        try bench.receive(
            .head(1, [(":status", "103"), ("link", "</a>")]),
            .head(1, [(":status", "200"), ("content-type", "text/plain"), ("x", "1"), ("x", "2")])
        )
        #expect(stream.head?.status == .ok)
        #expect(stream.head?.headers.values(of: "X") == ["1", "2"])
        #expect(stream.head?.headers["link"] == nil)
        #expect(stream.outcome == nil)
        try bench.receive(.data(1, "hel", isEnd: false), .data(1, "lo", isEnd: false))
        try bench.receive(.head(1, [("checksum", "abc")], isEnd: true))
        #expect(stream.outcome == .complete)
        #expect(stream.takeIncoming() == Array("hello".utf8))
        #expect(stream.trailers == ["checksum": "abc"])
    }

    @Test func `opens a stream's window only as the reader takes content`() throws {
        let bench = try HTTP2SessionBench { $0.streamWindow = 65_536 }
        let stream = try bench.open(isWhole: false)
        _ = try bench.sent()
        let piece = String(repeating: "x", count: 16_384)
        try bench.receive(.answer(1))
        try bench.receive((0..<3).map { _ in .data(1, piece, isEnd: false) })
        #expect(try bench.sent().filter { $0.is(.windowUpdate) && $0.stream == 1 }.isEmpty)
        let taken = stream.takeIncoming()
        #expect(taken.count == 49_152)
        bench.session.consume(taken.count, on: stream)
        let opened = try bench.sent().filter { $0.is(.windowUpdate) && $0.stream == 1 }
        #expect(opened.map { $0.number() } == [49_152])
    }

    @Test func `ends a connection whose server sends beyond the window`() throws {
        let bench = try HTTP2SessionBench { $0.streamWindow = 65_535 }
        let stream = try bench.open(isWhole: false)
        _ = try bench.sent()
        let piece = String(repeating: "x", count: 16_384)
        try bench.receive(.answer(1))
        let failure = try bench.failure((0..<5).map { _ in .data(1, piece, isEnd: false) })
        let isKnown = failure == .library(NGHTTP2_ERR_FLOW_CONTROL.rawValue)
        #expect(isKnown || stream.outcome == .failed(.library(NGHTTP2_ERR_FLOW_CONTROL.rawValue)))
    }

    @Test func `sends a body as far as the server's window allows`() throws {
        let bench = try HTTP2SessionBench()
        let body = String(repeating: "b", count: 100_000)
        try bench.open(HTTP2SessionBench.request("https://a.example/", .post), body: (body, true))
        func count(_ frames: [HTTP2Frame]) -> Int {
            frames.filter { $0.is(.data) }.map(\.payload.count).reduce(0, +)
        }
        #expect(count(try bench.sent()) == 65_535)
        try bench.receive(.window(0, 100_000))
        #expect(count(try bench.sent()) == 0)
        try bench.receive(.window(1, 10_000))
        #expect(count(try bench.sent()) == 10_000)
        try bench.receive(.window(1, 50_000))
        let last = try bench.sent()
        #expect(count(last) == 100_000 - 75_535)
        #expect(last.last?.isEnd == true)
    }

    @Test func `waits for a body that is made while it is sent`() throws {
        let bench = try HTTP2SessionBench()
        let stream = try bench.open(
            HTTP2SessionBench.request("https://a.example/", .post),
            body: ("", false)
        )
        #expect(try bench.sent().filter { $0.is(.data) }.isEmpty)
        bench.session.send(Array("one".utf8), isLast: false, on: stream)
        #expect(try bench.sent().map(\.payload) == [Array("one".utf8)])
        bench.session.send(Array("two".utf8), isLast: false, on: stream)
        bench.session.send([], isLast: true, on: stream)
        let rest = try bench.sent()
        #expect(rest.flatMap(\.payload) == Array("two".utf8))
        #expect(rest.last?.isEnd == true)
    }

    @Test func `takes an answer that comes before the body was sent`() throws {
        let bench = try HTTP2SessionBench()
        let stream = try bench.open(
            HTTP2SessionBench.request("https://a.example/", .post),
            body: ("begin", false)
        )
        _ = try bench.sent()
        try bench.receive(.answer(1, 413, isEnd: true))
        #expect(stream.outcome == .complete)
        #expect(stream.head?.status == 413)
        #expect(try bench.sent().contains(.reset(1, 8)))
    }

    @Test func `resets a stream that is cancelled, sent or not, and goes on`() throws {
        let bench = try HTTP2SessionBench()
        let sent = try bench.open()
        _ = try bench.sent()
        bench.session.cancel(sent, for: .cancelled)
        #expect(try bench.sent() == [.reset(1, 8)])
        let unsent = try bench.open()
        bench.session.cancel(unsent, for: .cancelled)
        #expect(try bench.sent().filter { $0.is(.headers) }.isEmpty)
        #expect(unsent.outcome == .failed(.cancelled))
        let next = try bench.open()
        _ = try bench.sent()
        // Late frames of a cancelled stream harm nobody.
        try bench.receive(.answer(1), .data(1, "late"))
        try bench.receive(.answer(next.id, isEnd: true))
        #expect(next.outcome == .complete)
    }

    @Test func `tells what a server refused from what it broke off`() throws {
        let bench = try HTTP2SessionBench()
        let streams = try (0..<4).map { _ in try bench.open() }
        _ = try bench.sent()
        try bench.receive(.reset(1, 7), .reset(3, 2))
        #expect(streams[0].outcome == .failed(.unprocessed))
        #expect(streams[1].outcome == .failed(.reset(2)))
        try bench.receive(.goAway(last: 5))
        #expect(streams[2].outcome == nil)
        #expect(streams[3].outcome == .failed(.unprocessed))
        #expect(!bench.session.takesRequests)
        try bench.receive(.answer(5, isEnd: true))
        #expect(streams[2].outcome == .complete)
    }

    @Test func `follows the server's limit of streams`() throws {
        let bench = try HTTP2SessionBench()
        #expect(bench.session.maxStreams == 1_024)
        try bench.receive(.settings([(3, 2)]))
        #expect(bench.session.maxStreams == 2)
    }
}
#endif
