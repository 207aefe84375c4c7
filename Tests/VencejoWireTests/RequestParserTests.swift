import Testing
import VencejoHTTP
import VencejoWire

@Suite struct `A request on the wire` {
    static func parse(_ text: String) throws(WireError) -> RequestParser {
        var parser = RequestParser()
        _ = try parser.feed(Array(text.utf8))
        return parser
    }

    @Test func `is read whole`() throws {
        let parser = try Self.parse(
            "\r\nPOST /a?b HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\nhi"
        )
        #expect(parser.isComplete)
        #expect(parser.head?.method == .post)
        #expect(parser.head?.target == "/a?b")
        #expect(parser.head?.version == .http11)
        #expect(parser.head?.headers["host"] == "x")
        #expect(parser.head?.expectsContinue == true)
        #expect(parser.body == Array("hi".utf8))
    }

    @Test(arguments: [
        "Content-Length: 2, 2", "Content-Length: 2\r\nContent-Length: 2",
        "Transfer-Encoding: gzip", "Transfer-Encoding: chunked, gzip",
        "Transfer-Encoding: pigeons, chunked", "Transfer-Encoding: chunked\r\nContent-Length: 2",
        "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked;a=b", "Host: a\r\nHost: a",
    ])
    func `with doubtful framing is refused`(fields: String) {
        #expect(throws: WireError.self) { try Self.parse("POST / HTTP/1.1\r\n\(fields)\r\n\r\n") }
    }

    @Test(arguments: [
        "GET  / HTTP/1.1", "GET / HTTP/1.1 ", "GET /a b HTTP/1.1", " GET / HTTP/1.1",
        "GET /\u{0} HTTP/1.1", "GET / HTTP/2.0", "GET / http/1.1", "GET", "GET x",
        "GET\t/ HTTP/1.1",
        "G@T / HTTP/1.1", "GET /\rHTTP/1.1",
    ])
    func `with a malformed first line is refused`(line: String) {
        #expect(throws: WireError.self) { try Self.parse("\(line)\r\n\r\n") }
    }

    @Test func `with a coding in HTTP 1 0 is refused`() {
        #expect(throws: WireError.badTransferEncoding) {
            try Self.parse("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n")
        }
    }

    @Test(arguments: [
        ("CONNECT a:1 HTTP/1.1\r\nContent-Length: 3\r\n\r\n", true),
        ("GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", true),
        ("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", false),
        ("GET / HTTP/1.1\r\nConnection: upgrade\r\n\r\n", false),
    ])
    func `may ask for another protocol`(text: String, isUpgrade: Bool) throws {
        let parser = try Self.parse(text)
        #expect(parser.isComplete)
        #expect(parser.head?.isUpgrade == isUpgrade)
    }

    @Test func `may follow another`() throws {
        var parser = RequestParser()
        var bytes = Array("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n".utf8)
        bytes.removeFirst(try parser.feed(bytes))
        #expect(parser.head?.target == "/1")
        parser.reset()
        try parser.end()
        _ = try parser.feed(bytes)
        #expect(parser.head?.target == "/2")
    }

    @Test func `folded reads as one line`() throws {
        let parser = try Self.parse("GET / HTTP/1.1\r\nA: b \r\n\t c\r\n \r\nD:\r\n e\r\n\r\n")
        #expect(parser.head?.headers == ["A": "b c", "D": "e"])
    }
}
