import Testing
import VencejoCore
import VencejoHTTP

@Suite struct TextTests {
    private func response(_ type: String?, _ bytes: [UInt8]) throws -> Response {
        Response(
            status: 200,
            headers: type.map { ["Content-Type": $0] } ?? [:],
            body: ResponseBody(bytes),
            request: Request(.get, try #require(URI("https://a.com")))
        )
    }

    @Test(
        arguments: [
            (nil, [0x61, 0xC3, 0xB1], "añ"),
            ("text/plain; charset=utf-8", [0xC3, 0xB1], "ñ"),
            ("text/plain; charset=\"UTF-8\"", [0xC3, 0xB1], "ñ"),
            ("text/plain;charset=iso-8859-1", [0xF1], "ñ"),
            ("text/plain; format=flowed; Charset=Latin1", [0xF1], "ñ"),
            ("text/plain; charset=windows-1252", [0x80, 0xF1], "€ñ"),
            ("text/plain; charset=us-ascii", [0x61, 0xF1], "a\u{FFFD}"),
            ("text/plain; charset=utf-16be", [0x00, 0xF1, 0xD8, 0x3D, 0xDE, 0x42], "ñ🙂"),
            ("text/plain; charset=utf-16le", [0xF1, 0x00], "ñ"),
            ("text/plain; charset=utf-16", [0x00, 0xF1], "ñ"),
            ("text/plain; charset=utf-16", [0xFF, 0xFE, 0xF1, 0x00], "ñ"),
            ("text/plain; charset=utf-16", [0x00, 0x61, 0x00], "a\u{FFFD}"),
            ("text/plain; charset=iso-8859-1", [0xEF, 0xBB, 0xBF, 0xC3, 0xB1], "ñ"),
            (nil, [0xEF, 0xBB, 0xBF, 0x61], "a"),
            (nil, [0xFE, 0xFF, 0x00, 0x61], "a"),
            ("text/plain; charset=klingon", [0x61], "a"),
            ("text/plain; charset=utf-32", [0, 0, 0, 0x61], "a"),
            ("text/plain; charset=utf-32", [0x61], ""),
            (nil, [0x61, 0xFF], "a\u{FFFD}"),
            (nil, [], ""),
        ] as [(String?, [UInt8], String)]
    )
    func `Text honours charset and byte order mark`(
        type: String?,
        bytes: [UInt8],
        text: String
    ) throws {
        #expect(try response(type, bytes).text() == text)
    }

    @Test func `JSON in another charset is decoded`() throws {
        let bytes = Array(#"{"id":1,"name":""#.utf8) + [0xF1] + Array(#""}"#.utf8)
        let user = try response("application/json; charset=iso-8859-1", bytes).decode(User.self)
        #expect(user.name == "ñ")
    }

    @Test func `An answer decodes itself`() throws {
        let user: User = try response(nil, Array(#"{"id":1,"name":"Ada"}"#.utf8)).decode()
        #expect(user == User(id: 1, name: "Ada"))
    }
}
