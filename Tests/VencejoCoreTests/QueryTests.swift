import Testing
import VencejoCore
import VencejoHTTP

private struct Filter: Encodable {
    struct Range: Encodable {
        let from: Int
        let to: Int?
    }
    let q: String
    let tags: [String]
    let range: Range
    let missing: String?
    let isOpen: Bool
}

private enum Sort: String, QueryConvertible {
    case newest = "-date"
}

@Suite struct QueryTests {
    @Test func `Raw values, optionals and arrays stand in one literal`() {
        let tags: [String]? = ["a"]
        let sort: Sort? = .newest
        #expect((["s": sort, "t": tags, "n": 1] as Query).encoded == "s=-date&t=a&n=1")
        #expect((["a": 1] as Query + ["a": 2]).encoded == "a=1&a=2")
        var query: Query = ["a": 1, "b": 2]
        query.remove("a")
        query.append("c", nil as Int?)
        query.append("d", 4)
        #expect(query.encoded == "b=2&d=4")
    }

    @Test func `Trap: order, repetition and empty values are kept`() {
        let query: Query = ["b": 2, "a": 1, "b": "", "c": true, "d": 1.5]
        #expect(query.encoded == "b=2&a=1&b=&c=true&d=1.5")
    }

    @Test func `Nil is dropped`() {
        let none: String? = nil
        let some: Int? = 3
        #expect((["a": none, "b": some, "c": nil] as Query).encoded == "b=3")
        #expect(([] as Query).isEmpty)
    }

    @Test(arguments: ["+", "&", "=", "#", "%", ";", "/", "?", " ", "ñ", "🙂", "a+b=c&d", "\"<>"])
    func `Trap: every special character comes back, by RFC 3986 and as a form`(value: String) {
        let encoded = (["q": value] as Query).encoded
        #expect(!encoded.dropFirst(2).contains { "+&=#;/? ".contains($0) })
        #expect(PercentEncoding.decoded(encoded.dropFirst(2)) == value)
        #expect(PercentEncoding.decoded(encoded.dropFirst(2), plusIsBlank: true) == value)
    }

    @Test(
        arguments: [
            (.repeated, "id=1&id=2%2C3"),
            (.brackets, "id%5B%5D=1&id%5B%5D=2%2C3"),
            (.indexed, "id%5B0%5D=1&id%5B1%5D=2%2C3"),
            (.commas, "id=1,2%2C3"),
            (.pipes, "id=1%7C2%2C3"),
            (.spaces, "id=1%202%2C3"),
        ] as [(Query.ArrayStyle, String)]
    )
    func `Arrays are written in the style asked for`(style: Query.ArrayStyle, text: String) {
        #expect((["id": ["1", "2,3"]] as Query).arrays(style).encoded == text)
    }

    @Test func `Keys may be nested`() {
        let query: Query = ["f": ["a": 1, "b": ["x", "y"]] as Query, "g": ["k": "v"]]
        #expect(query.encoded == "f%5Ba%5D=1&f%5Bb%5D=x&f%5Bb%5D=y&g%5Bk%5D=v")
    }

    @Test func `Any encodable value makes a query`() throws {
        let filter = Filter(
            q: "a b",
            tags: ["x", "y"],
            range: .init(from: 1, to: nil),
            missing: nil,
            isOpen: true
        )
        let query = try Query(encoding: filter)
        #expect(query.encoded == "q=a%20b&tags=x&tags=y&range%5Bfrom%5D=1&isOpen=true")
    }

    @Test func `A value without members makes no query`() {
        let error = #expect(throws: NetworkError.self) { try Query(encoding: 7) }
        #expect(error?.kind == .invalidRequest(.encoding("a query needs names for its values")))
    }

    @Test func `A form is written as the standard says`() async throws {
        let transport = AnswerTransport()
        let form: Query = ["a b": "c d", "e": "*-._~!", "ñ": "+"]
        try await client(transport).post("x", body: .form(form))
        let sent = try #require(transport.requests.first)
        #expect(
            String(decoding: sent.body.bytes ?? [], as: UTF8.self)
                == "a+b=c+d&e=*-._%7E%21&%C3%B1=%2B"
        )
        #expect(sent.headers[.contentType] == "application/x-www-form-urlencoded")
    }

    @Test func `Text and bytes carry their content type`() async throws {
        let transport = AnswerTransport()
        let api = client(transport)
        try await api.put("x", body: .text("hola"))
        try await api.put("x", body: .bytes([1, 2], contentType: "image/png"))
        try await api.put("x", body: .bytes([]))
        #expect(
            transport.requests.map { $0.headers[.contentType] } == [
                "text/plain; charset=utf-8", "image/png", "application/octet-stream",
            ]
        )
        #expect(transport.requests.last?.body.isNone == false)
    }
}
