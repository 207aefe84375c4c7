import Testing
import VencejoReaders

@Suite struct `The writer of readers` {
    static func write(_ text: String...) -> ReaderWriter {
        ReaderWriter(text.enumerated().map { ("\($0.offset).swift", $0.element) })
    }

    @Test func `writes an extension for each struct that says JSONReadable`() {
        let writer = Self.write(
            #"""
            public import Foundation
            public import VencejoJSON

            /// struct NotThis: JSONReadable { var a: Int }
            public struct User: Codable, VencejoJSON.JSONReadable {
                public let id: Int
                public var name, email: String
                var nickname: String?, age: Int!, height: Optional<Double>, flags = true
                let kind = "user"
                static var count = 0
                var short: String { name }
                var `default` = -1.5
                var words: [String: [Int?]] = ["}": [1], "{ \("}" + "\(1)")": []] { didSet {} }

                init(id: Int) { let x: Int = 1; struct Local { var y: Int }; fatalError("\(id)") }
                func f<T>(_ t: T) -> [T] where T: Hashable { [] }
                subscript(i: Int) -> Int { get { i } }

                enum CodingKeys: String, CodingKey {
                    case id, name, nickname, age, height = "h\"", flags, `default`
                    case email = "e_mail"
                    case words
                }

                struct Inner: JSONReadable { var a: Int; var b: Int? }
            }
            """#,
            "struct Plain: Codable { var a: Int }\nextension Plain: JSONReadable {}"
        )
        #expect(writer.complaints.isEmpty)
        #expect(
            writer.text == #"""
                // Written by JSONReaders from the models of this module.
                public import VencejoJSON

                extension User.Inner {
                    enum JSONKeys: String, CodingKey {
                        case a
                        case b
                    }

                    init(json: JSONReader<JSONKeys>) throws {
                        try self.init(
                            a: json.read(.a),
                            b: json.readIfPresent(.b)
                        )
                    }
                }

                extension User {
                    public enum JSONKeys: String, CodingKey {
                        case id
                        case name
                        case nickname
                        case age
                        case height = "h\""
                        case flags
                        case `default`
                        case email = "e_mail"
                        case words
                    }

                    public init(json: JSONReader<JSONKeys>) throws {
                        self.id = try json.read(.id)
                        self.name = try json.read(.name)
                        self.email = try json.read(.email)
                        self.nickname = try json.readIfPresent(.nickname)
                        self.age = try json.readIfPresent(.age)
                        self.height = try json.readIfPresent(.height)
                        self.flags = try json.read(.flags)
                        self.`default` = try json.read(.`default`)
                        self.words = try json.read(.words)
                    }
                }

                extension Plain {
                    enum JSONKeys: String, CodingKey {
                        case a
                    }

                    init(json: JSONReader<JSONKeys>) throws {
                        try self.init(
                            a: json.read(.a)
                        )
                    }
                }

                """#
        )
    }

    @Test(arguments: [
        ("final class C: JSONReadable { let a: Int }", 1, "only a struct"),
        ("enum E: String, JSONReadable { case a }", 1, "not an enum"),
        ("\nprivate struct S: JSONReadable { var a: Int }", 2, "private to its file"),
        ("private enum N { struct S: JSONReadable { var a: Int } }", 1, "private to its file"),
        ("#if DEBUG\nstruct S: JSONReadable { var a: Int }\n#endif", 2, "under #if"),
        ("struct S: JSONReadable {\n#if DEBUG\nvar a: Int\n#endif\n}", 1, "under #if"),
        ("struct S: JSONReadable {}", 1, "no stored properties"),
        ("struct S: JSONReadable {\n@Lossy var a: [Int]\n}", 2, "@Lossy wraps"),
        ("struct S: JSONReadable {\nprivate var a: Int\n}", 2, "from another file"),
        ("struct S: JSONReadable {\npublic private(set) var a: Int\n}", 2, "from another file"),
        ("struct S: JSONReadable {\nlazy var a: Int = 1\n}", 2, "lazy"),
        ("struct S: JSONReadable {\nvar (a, b): (Int, Int)\n}", 2, "a pattern"),
        ("struct S: JSONReadable {\nvar a = make()\n}", 2, "no type"),
        ("struct S: JSONReadable {\nvar a = \"x\".first\n}", 2, "no type"),
        (
            "struct S: JSONReadable {\nvar a: Int\nenum CodingKeys: CodingKey { case a }\n}", 3,
            "plain"
        ),
        ("struct S: JSONReadable {\nvar a: Int\ntypealias CodingKeys = K\n}", 3, "plain"),
        (
            "struct S: JSONReadable {\nvar a: Int\nenum CodingKeys: String, CodingKey { case b }\n}",
            3,
            "CodingKeys.b"
        ),
        (
            "struct S: JSONReadable {\nvar a: Int\nvar b = 1, c: Int?\nenum CodingKeys: String, "
                + "CodingKey {}\n}", 2, "a has no key"
        ),
        ("extension Elsewhere: JSONReadable {}", 1, "no file of this module"),
    ])
    func `says what it cannot do, where, and what to do instead`(
        source: String,
        line: Int,
        words: String
    ) {
        let writer = Self.write("struct Fine: JSONReadable { var a: Int }", source)
        let first = writer.complaints.first
        #expect(writer.complaints.count == 1 && first?.line == line && first?.path == "1.swift")
        #expect(first?.text.contains(words) == true)
        #expect(first?.description.hasPrefix("1.swift:\(line): error: ") == true)
        #expect(writer.text.contains("extension Fine") && !writer.text.contains("extension S"))
    }

    @Test(arguments: [
        #"let text = "struct S: JSONReadable { var a: Int }""#,
        ##"let text = #"" struct S: JSONReadable { var a: Int }"#"##,
        "let text = \"\"\"\n struct S: JSONReadable { var a: Int }\n \"\\(\"\"\"\n}\n\"\"\")\"\n\"\"\"",
        "/* /* */ struct S: JSONReadable { var a: Int } */", "// struct S: JSONReadable {}",
        "func f() { struct S: JSONReadable { var a: Int } }",
        #"let expression = /"[{]/; let other = #/ " { /#"#,
        "protocol P { associatedtype A; var a: Int { get }; func f() -> Int\n init(x: Int) }",
        "@available(*, deprecated, message: \"}\") func f(_ g: () -> Void = { }) {}",
    ])
    func `is not led astray by what only looks like a struct`(source: String) {
        let writer = Self.write("\(source)\nstruct After: JSONReadable { var a: Int }")
        #expect(writer.complaints.isEmpty && writer.text.contains("extension After {"))
        #expect(!writer.text.contains("extension S"))
        #expect(writer.text.contains("a: json.read(.a)"))
    }

    @Test func `leaves those alone that say themselves how they are read`() {
        let writer = Self.write(
            "struct A: JSONReadable { var a: Int\n init(json: JSONReader<K>) throws { a = 1 } }",
            "struct B: JSONReadable { private var b: Int }\nextension B { init(json: R) throws {} }",
            "class C: JSONReadable { required init(json: R) throws {} }"
        )
        #expect(writer.complaints.isEmpty && !writer.text.contains("extension"))
    }

    @Test func `comes to an end whatever it is given`() {
        let source =
            "struct A: JSONReadable { var a: [Int] = [1, \"\\(x)\"], b: Int? { didSet {} } }\n"
            + "#if X\n@A(b) public enum CodingKeys: String { case a = \"b\", c }\n#endif /* } */"
        let bytes = Array(source.utf8)
        for start in bytes.indices {
            for end in stride(from: start, through: bytes.count, by: 7) {
                _ = Self.write(String(decoding: bytes[start..<end], as: UTF8.self)).text
            }
        }
    }
}
