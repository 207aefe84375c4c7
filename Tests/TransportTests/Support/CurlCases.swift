#if os(Linux)
import VencejoHTTP
import VencejoMockServer

/// Answers that `curl` and our engine are both given, each under a name.
enum CurlCases {
    static let answers: [(name: String, answer: MockResponse)] =
        wellFormed.map { ($0.0, raw($0.1)) } + malformed.map { ($0.0, raw($0.1)) } + coded + faulty

    private static func raw(_ text: String) -> MockResponse { .raw(Array(text.utf8)) }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let two = "Content-Length: 2\r\n\r\nok"
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static let wellFormed: [(String, String)] = [
        ("length", ok + two),
        ("until close", ok + "\r\nok"),
        ("http 1.0", "HTTP/1.0 200 OK\r\n\r\nok"),
        ("chunked", chunked + "2\r\nok\r\n0\r\n\r\n"),
        ("chunked with extensions", chunked + "2;a=b\r\nok\r\n0;c\r\n\r\n"),
        ("chunked with trailers", chunked + "2\r\nok\r\n0\r\nX-Sum: abc\r\nX-T: 2\r\n\r\n"),
        ("chunked in upper case", chunked + "0A\r\n0123456789\r\n0\r\n\r\n"),
        ("204 with bytes", "HTTP/1.1 204 No Content\r\n\r\nbytes"),
        ("304 with a length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"),
        ("interim 103", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok + two),
        ("interim 100 unasked", "HTTP/1.1 100 Continue\r\n\r\n" + ok + two),
        ("status without reason", "HTTP/1.1 200\r\n" + two),
        ("status 999", "HTTP/1.1 999 Odd\r\n" + two),
        ("equal lengths twice", ok + "Content-Length: 2\r\n" + two),
        ("length and stray bytes", ok + two + "stray"),
        ("field without blank", ok + "X:a\r\n" + two),
        ("field of blanks", ok + "X:  \r\n" + two),
        ("folded field", ok + "X: a\r\n b\r\n" + two),
        ("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
        ("blank before colon", ok + "X : a\r\n" + two),
        ("name with a blank", ok + "X Y: a\r\n" + two),
        ("field without colon", ok + "nonsense\r\n" + two),
        ("long field", ok + "X: " + String(repeating: "a", count: 150_000) + "\r\n" + two),
    ]

    private static let malformed: [(String, String)] = [
        ("nothing", ""),
        ("garbage", "garbage\r\n\r\n"),
        ("another protocol", "SSH-2.0-OpenSSH_9.2\r\n"),
        ("head cut in the status", "HTTP/1.1 20"),
        ("head cut after the status", ok),
        ("head cut in a field", ok + "Content-Le"),
        ("head cut before its end", ok + "Content-Length: 0\r\n"),
        ("length too large", ok + "Content-Length: 50\r\n\r\nhello"),
        ("negative length", ok + "Content-Length: -1\r\n\r\nhello"),
        ("length that is no number", ok + "Content-Length: 1x\r\n\r\nhello"),
        ("unequal lengths", ok + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"),
        ("list of lengths", ok + "Content-Length: 5, 5\r\n\r\nhello"),
        (
            "length and chunked",
            ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        ("chunked cut in a chunk", chunked + "5\r\nhel"),
        ("chunked without its end", chunked + "5\r\nhello\r\n"),
        ("chunk size no number", chunked + "xyz\r\nhello\r\n0\r\n\r\n"),
        ("chunk size negative", chunked + "-5\r\nhello\r\n0\r\n\r\n"),
        ("chunk size enormous", chunked + "FFFFFFFFFFFFFFFFF\r\nhello"),
        ("chunk longer than said", chunked + "5\r\nhelloX\r\n0\r\n\r\n"),
        ("nul in a field", ok + "X: a\u{0}b\r\n" + two),
        ("status of two digits", "HTTP/1.1 20 OK\r\n" + two),
        ("version 2", "HTTP/2.0 200 OK\r\n" + two),
        ("version 3.7", "HTTP/3.7 200 OK\r\n" + two),
    ]

    /// `hello hello hello hello` and a line feed.
    private static let gzip: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27]
        + [0xB9, 0, 0, 0x88, 0x59, 0x0B, 24, 0, 0, 0]

    private static func packed(_ coding: String, _ bytes: [UInt8]) -> MockResponse {
        MockResponse.bytes(bytes).header(.contentEncoding, coding)
    }

    private static let coded: [(name: String, answer: MockResponse)] = [
        ("gzip", packed("gzip", gzip)),
        ("gzip cut short", packed("gzip", gzip.dropLast(10))),
        ("gzip with a wrong sum", packed("gzip", gzip.dropLast(8) + [9, 9, 9, 9, 24, 0, 0, 0])),
        ("gzip that is none", packed("gzip", Array("hello".utf8))),
        ("unknown coding", packed("aws-chunked", Array("hello".utf8))),
    ]

    private static let faulty: [(name: String, answer: MockResponse)] = [
        ("reset before the head", MockResponse.text("hello").failing(.reset(after: .start))),
        ("reset in the body", MockResponse.text("hello").failing(.reset(after: .body(2)))),
        ("half-closed after all", MockResponse.text("hello").failing(.halfClose(after: .end))),
        ("byte by byte", MockResponse.text("hello").failing(.paced(1))),
        ("one byte a chunk", MockResponse.text("hello").chunked(of: 1).failing(.paced(1))),
    ]

    /// Redirects that both follow: the method asked, the status, the place.
    static let redirects: [(name: String, method: String, status: Int, location: String)] =
        [301, 302, 303, 307, 308].map { ("POST and \($0)", "POST", $0, "/end?z=1") }
        + [
            ("GET to a sibling", "GET", 302, "sibling"),
            ("GET with a query alone", "GET", 302, "?z=1"),
            ("GET with escapes", "GET", 302, "/e/%20%2Fz"),
            ("GET with dots", "GET", 302, "/a/../b/./c"),
            ("GET with a blank", "GET", 302, "/a b"),
            ("GET with a fragment", "GET", 302, "/end#part"),
            ("GET without a place", "GET", 302, ""),
            ("GET to a file", "GET", 302, "file:///etc/hostname"),
            ("GET to FTP", "GET", 302, "ftp://127.0.0.1/"),
        ]
}
#endif
