import Testing
import VencejoWire

@Suite struct ArraySplitterTests {
    /// The elements as texts, and the fault.
    private func split(
        _ text: String,
        by size: Int,
        limit: Int = 1_000
    ) -> ([String], ArraySplitter.Fault?) {
        var splitter = ArraySplitter(maxElementBytes: limit)
        var elements: [[UInt8]] = []
        let bytes = Array(text.utf8)
        var fault: ArraySplitter.Fault?
        do throws(ArraySplitter.Fault) {
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + size)
                try splitter.feed(Array(bytes[start..<end]), into: &elements)
                start = end
            }
            try splitter.finish()
        } catch {
            fault = error
        }
        return (elements.map { String(decoding: $0, as: UTF8.self) }, fault)
    }

    private static let whole: [(String, [String])] = [
        ("[]", []), (" [ ] \n", []), ("\u{FEFF}[1]", ["1"]), ("[1,2 , 3\n]", ["1", "2", "3"]),
        (
            #"[{"a":[1,{"b":"]},["}]},null,"x,]\"\\"]"#,
            [#"{"a":[1,{"b":"]},["}]}"#, "null", #""x,]\"\\""#]
        ),
        (#"["\\","é\u0022"]"#, [#""\\""#, #""é\u0022""#]), ("[[],[[]],{}]", ["[]", "[[]]", "{}"]),
        ("[true ,false]", ["true", "false"]), ("[1 2]", ["1 2"]), ("[{]}]", ["{]}"]),
    ]

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `elements come as they were written, however the bytes are cut`(_ size: Int) {
        for (text, elements) in Self.whole {
            let (found, fault) = split(text, by: size)
            #expect(
                found == elements && fault == nil,
                "\(text) by \(size): \(String(describing: fault))"
            )
        }
    }

    @Test(arguments: [1, 3, 1_000])
    func `what is no array is told with its place`(_ size: Int) {
        let table: [(String, [String], ArraySplitter.Fault)] = [
            ("", [], .unfinished(offset: 0)), ("[", [], .unfinished(offset: 1)),
            ("[1", [], .unfinished(offset: 2)), ("[1,2", ["1"], .unfinished(offset: 4)),
            (#"[1,"a]"#, ["1"], .unfinished(offset: 6)),
            ("{}", [], .unexpected(0x7B, offset: 0, expected: "an array")),
            ("<html>", [], .unexpected(0x3C, offset: 0, expected: "an array")),
            ("[,]", [], .unexpected(0x2C, offset: 1, expected: "a value or ]")),
            ("[1,]", ["1"], .unexpected(0x5D, offset: 3, expected: "a value")),
            ("[1,,2]", ["1"], .unexpected(0x2C, offset: 3, expected: "a value")),
            ("[}", [], .unexpected(0x7D, offset: 1, expected: "a value or ]")),
            ("[1] x", ["1"], .unexpected(0x78, offset: 4, expected: "the end")),
            ("[1][2]", ["1"], .unexpected(0x5B, offset: 3, expected: "the end")),
        ]
        for (text, elements, expected) in table {
            let (found, fault) = split(text, by: size)
            #expect(found == elements && fault == expected, "\(text) by \(size)")
        }
    }

    @Test(arguments: [1, 4, 1_000])
    func `an element is no longer than is allowed`(_ size: Int) {
        let (found, fault) = split("[12345,123456]", by: size, limit: 5)
        #expect(found == ["12345"] && fault == .tooLong(limit: 5))
    }

    @Test func `bytes at random never trap, and every cut gives the same`() {
        var random = SystemRandomNumberGenerator()
        let letters = Array("[]{},:\"\\ 1a\n\u{FEFF}".utf8)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<40, using: &random)
            let bytes = (0..<count).compactMap { _ in letters.randomElement(using: &random) }
            let text = "[" + String(decoding: bytes, as: UTF8.self)
            let (one, first) = split(text, by: 1)
            let (all, second) = split(text, by: 1_000)
            #expect(one == all && first == second, "\(text)")
        }
    }
}
