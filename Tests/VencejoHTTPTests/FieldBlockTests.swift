import Testing
import VencejoHTTP

@Suite struct `Fields as they came` {
    private func headers(_ lines: [(String, [UInt8])]) -> Headers {
        var block = FieldBlock()
        for (name, value) in lines {
            let line = Array(name.utf8) + Array(":  ".utf8) + value + Array("\t".utf8)
            let start = name.utf8.count + 3
            block.append(
                line.span,
                name: 0..<name.utf8.count,
                value: start..<start + value.count,
                isASCII: value.allSatisfy { $0 < 0x80 }
            )
        }
        return Headers(block)
    }

    private var answer: Headers {
        headers([
            ("Content-Type", Array("text/plain".utf8)), ("set-cookie", Array("a=1".utf8)),
            ("Vary", Array("accept".utf8)), ("Set-Cookie", Array("b=2".utf8)),
            ("vary", Array("origin".utf8)), ("X", []),
        ])
    }

    @Test func `read like any others`() {
        let written: Headers = [
            "Content-Type": "text/plain", "set-cookie": "a=1", "Vary": "accept",
            "Set-Cookie": "b=2", "vary": "origin", "X": "",
        ]
        #expect(answer == written)
        #expect(Array(answer).map(\.name.rawValue) == Array(written).map(\.name.rawValue))
        #expect(answer.hashValue == written.hashValue)
        #expect(answer["CONTENT-TYPE"] == "text/plain")
        #expect(answer["Vary"] == "accept, origin")
        #expect(answer["Set-Cookie"] == "a=1")
        #expect(answer.values(of: "set-cookie") == ["a=1", "b=2"])
        #expect(answer["X"] == "")
        #expect(answer["Y"] == nil && answer["Content-Tape"] == nil)
        #expect(answer.contains("vARY") && !answer.contains("Vara"))
        #expect(answer.count == 6 && answer.last?.name == "x")
    }

    @Test func `change like any others`() {
        var changed = answer
        changed["Vary"] = nil
        changed.append("Age", "1")
        changed["X"] = "2"
        #expect(changed.count == 5)
        #expect(changed["Age"] == "1" && changed["X"] == "2" && changed["Vary"] == nil)
        #expect(answer.count == 6)
    }

    @Test func `are UTF-8 where they can be and Latin 1 where not`() {
        let mixed = headers([("A", Array("ñ".utf8)), ("B", [0x6E, 0xF1])])
        #expect(mixed["A"] == "ñ")
        #expect(mixed["B"] == "nñ")
    }

    @Test func `take a fold with one blank`() {
        var block = FieldBlock()
        let line = Array("Subject: one \t".utf8)
        block.append(line.span, name: 0..<7, value: 9..<12, isASCII: true)
        #expect(block.isLast("subject") && !block.isLast("object"))
        block.extendLast(by: Array("two".utf8).span)
        block.extendLast(by: [UInt8]().span)
        #expect(Headers(block)["Subject"] == "one two")
    }
}
