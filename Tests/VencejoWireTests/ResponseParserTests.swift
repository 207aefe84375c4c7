import Testing
import VencejoHTTP
import VencejoWire

@Suite struct `An answer on the wire` {
    static func parse(
        _ text: String,
        to method: HTTPMethod = .get,
        limits: WireLimits = .client
    ) throws(WireError) -> ResponseParser {
        var parser = ResponseParser(requestMethod: method, limits: limits)
        _ = try parser.feed(Array(text.utf8))
        return parser
    }

    /// Names are looked at eight bytes at a time; each byte counts in each of the eight places.
    @Test(arguments: 0..<20)
    func `takes any byte of a name for what it is`(_ place: Int) {
        for byte in UInt8.min...UInt8.max {
            var name = [UInt8](repeating: UInt8(ascii: "a"), count: 20)
            name[place] = byte
            let head = Array("HTTP/1.1 200 OK\r\n".utf8) + name
            var parser = ResponseParser(requestMethod: .get)
            let taken = try? parser.feed(head + Array(":x\r\n\r\n".utf8))
            let isToken =
                Character(Unicode.Scalar(byte)).isASCII
                && HTTPMethod(
                    rawValue: String(Unicode.Scalar(byte))
                ).isToken
            if isToken {
                #expect(parser.head?.headers.first?.value == "x")
                #expect(parser.head?.headers.first?.name.rawValue.utf8.elementsEqual(name) == true)
            } else if byte == UInt8(ascii: ":"), place > 0 {
                #expect(parser.head?.headers.first?.name.rawValue.utf8.count == place)
            } else if byte != 0x0A, byte != 0x20, byte != 0x09, byte != 0x0D || place == 0 {
                #expect(taken == nil || parser.head == nil, "\(byte)")
            }
        }
    }

    /// So are values: in each place a control character is found, and what is not ASCII told.
    @Test(arguments: 0..<18)
    func `takes any byte of a value for what it is`(_ place: Int) {
        for byte in UInt8.min...UInt8.max where byte != 0x0A {
            var value = [UInt8](repeating: UInt8(ascii: "a"), count: 18)
            value[place] = byte
            for end in ["\r\n", "\n"] {
                let head = Array("HTTP/1.1 200 OK\r\nX:".utf8) + value
                var parser = ResponseParser(requestMethod: .get)
                let taken = try? parser.feed(head + Array((end + end).utf8))
                let isContent = byte >= 0x20 && byte != 0x7F || byte == 0x09
                // A CR right before the LF belongs to the line's end.
                if byte == 0x0D, place == 17, end == "\n" { continue }
                #expect((taken != nil) == isContent, "\(byte) at \(place)")
                guard isContent, byte != 0x20, byte != 0x09 else { continue }
                let seen = parser.head?.headers["X"]
                let expected = String(value.map { Character(Unicode.Scalar($0)) })
                #expect(seen == expected, "\(byte) at \(place)")
            }
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", HTTPMethod.get, BodyFraming.length(2)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nhi", .get, .length(2)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi", .get, .length(2)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .get, .none),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", .head, .none),
        ("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n", .get, .none),
        ("HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", .get, .none),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", .connect, .none),
        ("HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nhi", .connect, .length(2)),
        ("HTTP/1.1 200 OK\r\n\r\nhi", .get, .untilClose),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhi", .get, .untilClose),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n0\r\n\r\n", .get, .chunked),
    ])
    func `ends where RFC 9112 §6.3 says`(
        text: String,
        method: HTTPMethod,
        framing: BodyFraming
    ) throws {
        var parser = try Self.parse(text, to: method)
        #expect(parser.head?.framing == framing)
        #expect(parser.isComplete == (framing != .untilClose))
        try parser.end()
        #expect(parser.isComplete)
    }

    @Test(arguments: [
        ("Content-Length: 1\r\nContent-Length: 2", WireError.conflictingLengths),
        ("Content-Length: 1, 2", .conflictingLengths),
        ("Content-Length: 1\r\nTransfer-Encoding: chunked", .conflictingLengths),
        ("Transfer-Encoding: chunked\r\nContent-Length: 1", .conflictingLengths),
        ("Content-Length: +1", .badContentLength), ("Content-Length: -1", .badContentLength),
        ("Content-Length: 0x1", .badContentLength), ("Content-Length:", .badContentLength),
        ("Content-Length: 1 1", .badContentLength), ("Content-Length: 1,", .badContentLength),
        ("Content-Length: 99999999999999999999", .badContentLength),
        ("Transfer-Encoding: chunked, chunked", .badTransferEncoding),
        ("Transfer-Encoding:", .badTransferEncoding),
        ("Content-Length:\r\n 1", .badHeader(.badFold)),
        ("Transfer-Encoding: chunked\r\n x", .badHeader(.badFold)),
        ("Content-Length : 1", .badHeader(.badName)),
        ("Transfer-Encoding\t: chunked", .badHeader(.badName)),
        ("X Content-Type: 1", .badHeader(.badName)), ("A B", .badHeader(.noColon)),
        ("A B(C: 1", .badHeader(.badName)), (": 1", .badHeader(.badName)),
        ("A", .badHeader(.noColon)),
        ("A: b\u{0}c", .badHeader(.controlCharacter)), ("A: b\rc", .badHeader(.controlCharacter)),
        ("A: b\u{7F}", .badHeader(.controlCharacter)),
        ("Transfer-Encoding: chunked\n\n1\n", .bareLineFeed),
        (" A: b", .badHeader(.badFold)),
    ])
    func `with doubtful fields is refused`(fields: String, error: WireError) {
        #expect(throws: error) { try Self.parse("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n") }
    }

    @Test(arguments: [
        "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1  200 OK", "HTTP/1.1 200\tOK", "HTTP/1.1",
        "http/1.1 200 OK", "HTTP/2.0 200 OK", "HTTP/1.10 200 OK", "HTTP/11 200 OK", "SSH-2.0-x",
        "HTTP/1.1 099 OK", "HTTP/1.1 200 O\u{0}K", "HTTP/1.1 200 O\rK", " HTTP/1.1 200 OK",
    ])
    func `with a malformed status line is refused`(line: String) {
        #expect(throws: WireError.self) { try Self.parse("\(line)\r\n\r\n") }
    }

    @Test(arguments: [
        ("HTTP/1.1 200\r\n\r\n", ""), ("HTTP/1.1 200 \r\n\r\n", ""),
        ("HTTP/1.1 200 All is well\r\n\r\n", "All is well"), ("HTTP/1.1 200  x\r\n\r\n", "x"),
    ])
    func `needs no reason`(text: String, reason: String) throws {
        #expect(try Self.parse(text).head?.reason == reason)
    }

    @Test func `may hold text that is not UTF-8`() throws {
        var parser = ResponseParser(requestMethod: .get)
        let bytes: [UInt8] =
            Array("HTTP/1.1 200 ".utf8) + [0xFC] + Array("\r\nA:".utf8) + [0xE9]
            + Array("\r\nB: é\r\nC:   \r\n\r\n".utf8)
        _ = try parser.feed(bytes)
        #expect(parser.head?.reason == "ü")
        #expect(parser.head?.headers == ["A": "é", "B": "é", "C": ""])
    }

    @Test(arguments: [
        (
            "A:1\r\nB : 2\r\nC\t: 3\r\nD E: 4",
            ["A": "1", "B": "2", "C": "3", "D E": "4"] as Headers
        ),
        ("A: 1\nB: 2\r\nC:", ["A": "1", "B": "2", "C": ""] as Headers),
        ("A:  \r\nB: \t b c \t", ["A": "", "B": "b c"] as Headers),
        ("X-Dup: 1\r\nx-dup: 2", ["X-Dup": "1", "x-dup": "2"] as Headers),
        ("A: 1\r\n b", ["A": "1 b"] as Headers),
        ("A:\n b\n \n\tc", ["A": "b c"] as Headers),
    ])
    func `keeps fields that servers write in their own way`(
        fields: String,
        headers: Headers
    ) throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\(fields)\r\n\r\nhi"
        for cut in Cut.allCases {
            let reading = Reading.responses(Array(text.utf8), cut)
            let seen = try #require(reading.messages.first)
            #expect(Array(seen.headers.dropFirst()) == Array(headers))
            #expect(seen.body == Array("hi".utf8) && reading.messages.count == 1)
        }
    }

    @Test func `may have a head of lone line feeds`() throws {
        let text = "\nHTTP/1.1 200\nContent-Length: 2\nX: y\n\nhi"
        for cut in Cut.allCases {
            let reading = Reading.responses(Array(text.utf8), cut)
            #expect(reading.messages.map(\.body) == [Array("hi".utf8)])
            #expect(reading.messages.first?.headers == ["Content-Length": "2", "X": "y"])
        }
    }

    @Test func `keeps each Set-Cookie apart`() throws {
        let cookies = ["a=1; Path=/", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT"]
        let lines = cookies.map { "Set-Cookie: \($0)\r\n" }.joined()
        let parser = try Self.parse("HTTP/1.1 200 OK\r\n\(lines)\r\n")
        #expect(parser.head?.headers.values(of: .setCookie) == cookies)
    }

    @Test func `may have one field of more than 100 KB`() throws {
        let value = String(repeating: "v", count: 250_000)
        let text = "HTTP/1.1 200 OK\r\nX: \(value)\r\n\r\n"
        for cut in [Cut.whole, .sevens, .random] {
            let seen = Reading.responses(Array(text.utf8), cut).messages.first
            #expect(seen?.headers["X"] == value)
        }
    }

    @Test func `reads thousands of fields and folds in a time that grows with them alone`() throws {
        let fields = String(repeating: "X-Field: some value\r\n", count: 6_000)
        let folds = String(repeating: " 1\r\n", count: 45_000)
        let time = try ContinuousClock().measure {
            let parser = try Self.parse(
                "HTTP/1.1 200 OK\r\n\(fields)A: b\r\n\(folds)\r\n",
                limits: WireLimits(maxHeadBytes: 1 << 20, maxHeaderCount: 6_001)
            )
            #expect(parser.head?.headers.count == 6_001)
        }
        // Were each to look at those before it, this would take minutes.
        #expect(time < .seconds(10))
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: x, Close\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n", true),
        ("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\n", false),
        ("HTTP/1.1 200 OK\r\n\r\n", false), ("HTTP/1.1 204 No\r\n\r\n", true),
        ("HTTP/1.1 304 No\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", false),
    ])
    func `says whether its connection lives on`(text: String, keepAlive: Bool) throws {
        #expect(try Self.parse(text).head?.keepAlive == keepAlive)
    }

    @Test func `comes after interim ones`() throws {
        let text = "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\r\nA: b\r\n\r\nHTTP/1.1 204 N\r\n\r\n"
        let parser = try Self.parse(text)
        #expect(parser.informational.map(\.status) == [100, 103])
        #expect(parser.head?.status == 204)
        #expect(parser.head?.headers == [:])
    }

    @Test func `with 101 leaves the rest to another protocol`() throws {
        var parser = ResponseParser(requestMethod: .get)
        let head = "HTTP/1.1 101 S\r\nContent-Length: 9\r\n\r\n"
        let taken = try parser.feed(Array("\(head)rest".utf8))
        #expect(taken == head.utf8.count)
        #expect(parser.isUpgrade && parser.isComplete)
        #expect(parser.head?.keepAlive == false)
    }

    @Test func `leaves what follows it`() throws {
        var parser = ResponseParser(requestMethod: .get)
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
        let taken = try parser.feed(Array("\(text)HTTP".utf8))
        #expect(taken == text.utf8.count)
        #expect(parser.body == Array("hi".utf8))
    }

    @Test(arguments: [
        ("", WireError.Place.beforeHead), ("HTTP/1.1 2", .head),
        ("HTTP/1.1 200 OK\r\nA: b\r\n", .head),
        ("HTTP/1.1 100 C\r\n\r\n", .beforeHead),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", .body(missing: 3)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .chunkedBody),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", .trailers),
    ])
    func `cut short says where`(text: String, place: WireError.Place) throws {
        var parser = try Self.parse(text)
        #expect(throws: WireError.unexpectedEnd(place)) { try parser.end() }
    }

    @Test func `can be read past the parser`() throws {
        var parser = try Self.parse("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
        #expect(parser.remainingBodyBytes == 3)
        #expect(parser.takeBody() == Array("ab".utf8))
        parser.advance(by: 3)
        #expect(parser.isComplete && parser.body.isEmpty)
    }

    @Test func `has limits`() {
        let head = "HTTP/1.1 200 OK\r\n"
        let limits = WireLimits(
            maxHeadBytes: 60,
            maxHeaderCount: 2,
            maxBodyBytes: 3,
            maxChunkLineBytes: 8,
            maxTrailerBytes: 8
        )
        func expect(_ error: WireError, _ text: String) {
            #expect(throws: error) { try Self.parse(head + text, limits: limits) }
        }
        expect(.headTooLarge(limit: 60), String(repeating: "a", count: 60))
        expect(.tooManyHeaders(limit: 2), "A:\r\nB:\r\nC:\r\n")
        expect(.bodyTooLarge(limit: 3), "Content-Length: 4\r\n\r\n")
        expect(.bodyTooLarge(limit: 3), "\r\nabcd")
        expect(.bodyTooLarge(limit: 3), "Transfer-Encoding: chunked\r\n\r\n4\r\n")
        expect(.chunkLineTooLong(limit: 8), "Transfer-Encoding: chunked\r\n\r\n000000000")
        expect(.trailersTooLarge(limit: 8), "Transfer-Encoding: chunked\r\n\r\n0\r\nA: 45678\r\n")
    }

    @Test func `that promises much gets little set aside`() throws {
        let parser = try Self.parse(
            "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n"
        )
        #expect(parser.body.capacity <= 1 << 21)
        #expect(parser.remainingBodyBytes == .max)
    }
}
