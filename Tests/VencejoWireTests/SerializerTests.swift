import Testing
import VencejoHTTP
import VencejoWire

@Suite struct `The serializer` {
    @Test func `writes a request that is read back`() throws {
        var bytes: [UInt8] = []
        try Serializer.request(
            method: .put,
            target: "/a",
            headers: ["Host": "x", "Content-Length": "2"],
            body: Array("hi".utf8),
            into: &bytes
        )
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"
        )
    }

    @Test func `writes an answer in chunks that is read back`() throws {
        var bytes: [UInt8] = []
        try Serializer.response(
            status: .ok,
            headers: ["Transfer-Encoding": "chunked"],
            into: &bytes
        )
        Serializer.chunk(Array("hello, world of chunks".utf8), into: &bytes)
        Serializer.chunk([], into: &bytes)
        try Serializer.lastChunk(trailers: ["A": "b"], into: &bytes)
        var parser = ResponseParser(requestMethod: .get)
        let taken = try parser.feed(bytes)
        #expect(taken == bytes.count)
        #expect(parser.isComplete)
        #expect(parser.body == Array("hello, world of chunks".utf8))
        #expect(parser.trailers == ["A": "b"])
    }

    @Test(arguments: [
        ("GET", "/", "A", "b\r\nC: d"), ("GET", "/", "A", "b\u{0}"), ("GET", "/", "A B", "c"),
        ("GET", "/", "", "c"), ("GET", "/ x", "A", "b"), ("GET", "/\r\n", "A", "b"),
        ("GET", "", "A", "b"), ("G T", "/", "A", "b"), ("", "/", "A", "b"),
    ])
    func `lets nothing break out of its line`(
        method: String,
        target: String,
        name: String,
        value: String
    ) {
        #expect(throws: WireError.self) {
            var bytes: [UInt8] = []
            try Serializer.request(
                method: HTTPMethod(rawValue: method),
                target: target,
                headers: Headers([HeaderField(HeaderName(name), value)]),
                into: &bytes
            )
        }
    }

    @Test func `refuses a reason with a line end`() {
        #expect(throws: WireError.badStartLine) {
            var bytes: [UInt8] = []
            try Serializer.response(status: .ok, reason: "a\r\nb", headers: [:], into: &bytes)
        }
    }
}
