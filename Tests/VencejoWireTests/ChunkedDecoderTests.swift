import Testing
import VencejoHTTP
import VencejoWire

@Suite struct `A chunked body` {
    static func decode(_ text: String, _ cut: Cut) throws(WireError) -> ([UInt8], Headers, Bool) {
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        for piece in cut.pieces(of: Array(text.utf8)) {
            _ = try decoder.feed(piece.span, into: &body)
        }
        return (body, decoder.trailers, decoder.isComplete)
    }

    @Test(
        arguments: [
            "5\r\nhello\r\n0\r\n\r\n", "0005\r\nhello\r\n000\r\n\r\n",
            "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "5;a\r\nhello\r\n0;b=c\r\n\r\n",
            "5 ; a = \"x\\\";\" ;b\r\nhello\r\n0\r\n\r\n", "5;a=\"\"\r\nhello\r\n0\r\n\r\n",
        ],
        Cut.allCases
    )
    func `is put together from pieces of every size`(text: String, cut: Cut) throws {
        let (body, _, isComplete) = try Self.decode(text, cut)
        #expect(body == Array("hello".utf8))
        #expect(isComplete)
    }

    @Test(
        arguments: [
            "\r\n", " 5\r\n", "5 \r\n", "+5\r\n", "-5\r\n", "0x5\r\n", "5_0\r\n", "g\r\n", "5;\r\n",
            "5;a=\r\n", "5;a=\"b\r\n", "5;a=\"b\"c\r\n", "5 a\r\n", "5;a\u{0}\r\n", "5\n",
            "5\rhello\n", "5\r\nhello0\r\n", "5\r\nhello\n0", "5\r\nhello\rx",
            "ffffffffffffffff\r\n", "10000000000000000\r\n", ";a\r\n",
            "0\r\nHost: a\r\n\r\n", "0\r\nContent-Length: 1\r\n\r\n", "0\r\nA B: c\r\n",
            "0\r\nA\r\n",
        ],
        Cut.allCases
    )
    func `that is malformed is refused`(text: String, cut: Cut) {
        #expect(throws: WireError.self) { _ = try Self.decode(text, cut) }
    }

    @Test func `may end with fields`() throws {
        let (body, trailers, isComplete) = try Self.decode(
            "1\r\na\r\n0\r\nA: b\r\nC:d\r\n\r\n",
            .bytes
        )
        #expect(body == [0x61])
        #expect(trailers == ["A": "b", "C": "d"])
        #expect(isComplete)
    }
}
