import Testing
import VencejoHTTP

@Suite struct HeadersTests {
    @Test func `Names are compared without case and sent as they were spelt`() {
        let headers: Headers = ["X-Thing": "1", "x-thing": "2", "Other": "3"]
        #expect(headers["X-THING"] == "1, 2" && headers.values(of: "x-Thing") == ["1", "2"])
        #expect(headers.map(\.name.rawValue) == ["X-Thing", "x-thing", "Other"])
        #expect(headers["Absent"] == nil && headers.contains("OTHER"))
    }

    @Test func `Trap: cookies that are set are never joined`() {
        var headers = Headers()
        headers.append("Set-Cookie", "a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT")
        headers.append("set-cookie", "b=2")
        #expect(headers["SET-COOKIE"] == "a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT")
        #expect(headers.values(of: .setCookie).count == 2 && headers.count == 2)
    }

    @Test func `Setting replaces all lines where the first one stood`() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3", "C": "4", "A": "5"]
        headers["a"] = "6"
        #expect(headers.map(\.value) == ["6", "2", "4"])
        headers["B"] = nil
        #expect(headers.map(\.value) == ["6", "4"])
        headers["D"] = "7"
        #expect(headers.last == HeaderField("D", "7"))
        headers.setIfAbsent("d", "8")
        #expect(headers["D"] == "7")
        headers.remove("c")
        #expect(headers.count == 2)
    }

    @Test func `Merging replaces name by name`() {
        let base: Headers = ["Accept": "a", "X": "1", "x": "2"]
        let merged = base.merging(["X": "3", "Y": "4"])
        #expect(merged == ["Accept": "a", "X": "3", "Y": "4"])
    }

    @Test func `Equal values hash equally`() {
        var random = SystemRandomNumberGenerator()
        let names = ["A", "a", "AB", "ab", "aB", "Set-Cookie", "SET-COOKIE", "B"]
        for _ in 0..<2000 {
            let left = (0..<Int.random(in: 0..<4)).map { _ in
                HeaderField(
                    HeaderName(names.randomElement(using: &random) ?? "A"),
                    Bool.random() ? "1" : "2"
                )
            }
            let right = left.map { field in
                let name = field.name.rawValue
                return HeaderField(
                    HeaderName(Bool.random() ? name.uppercased() : name.lowercased()),
                    field.value
                )
            }
            #expect(Headers(left) == Headers(right))
            #expect(Headers(left).hashValue == Headers(right).hashValue)
            if let first = left.first {
                #expect(
                    first.name.hashValue == HeaderName(first.name.rawValue.lowercased()).hashValue
                )
            }
        }
        let pair: Headers = ["A": "1", "B": "2"]
        #expect(pair != ["B": "2", "A": "1"] && pair != ["A": "1"])
    }

    @Test(
        arguments: [
            ("Accept", "ok", true), ("Accept", "a\r\nX: y", false), ("Accept", "a\nb", false),
            ("Accept", "a\rb", false), ("Accept", "a\0b", false), ("", "a", false),
            ("A B", "a", false), ("A:", "a", false), ("Ñ", "a", false), ("A\r\n", "a", false),
            ("Accept", "é", true),
        ]
    )
    func `Trap: line ends in a field are seen before it is sent`(
        name: String,
        value: String,
        isValid: Bool
    ) {
        #expect(HeaderField(HeaderName(name), value).isValid == isValid)
    }
}
