/// A word or sign of Swift source.
struct Token: Equatable {
    enum Kind: Equatable {
        case word, sign, text, number, directive
    }

    var kind: Kind
    /// As it stands in the source; back ticks too.
    var text: String
    var line: Int
    /// Whether it is the first of its line.
    var begins = false

    static func == (token: Token, text: String) -> Bool {
        token.kind != .text && token.text == text
    }
}

/// Takes Swift source apart: comments go, literals stay whole.
struct Tokenizer {
    private let bytes: [UInt8]
    private var next = 0
    private var line = 1
    private var begins = true
    private var tokens: [Token] = []

    private init(_ source: String) { bytes = Array(source.utf8) }

    static func tokens(_ source: String) -> [Token] {
        var tokenizer = Tokenizer(source)
        while tokenizer.step() {}
        return tokenizer.tokens
    }

    private func peek(_ distance: Int = 0) -> UInt8 {
        next + distance < bytes.count ? bytes[next + distance] : 0
    }

    private func looking(at text: String) -> Bool {
        bytes[next...].starts(with: text.utf8)
    }

    private mutating func skip() {
        if peek() == UInt8(ascii: "\n") {
            line += 1
            begins = true
        }
        next += 1
    }

    private mutating func add(_ kind: Token.Kind, from start: Int, line: Int) {
        let text = String(decoding: bytes[start..<next], as: UTF8.self)
        tokens.append(Token(kind: kind, text: text, line: line, begins: begins))
        begins = false
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// One token, or what lies between two; false at the end.
    private mutating func step() -> Bool {
        guard next < bytes.count else { return false }
        let (start, line, byte) = (next, line, peek())
        if byte <= 0x20 {
            skip()
        } else if looking(at: "//") {
            while next < bytes.count, peek() != UInt8(ascii: "\n") { next += 1 }
        } else if looking(at: "/*") {
            comment()
        } else if isLiteral {
            literal()
            add(.text, from: start, line: line)
        } else if isExpression {
            expression()
            add(.text, from: start, line: line)
        } else if byte == UInt8(ascii: "`") {
            next += 1
            while next < bytes.count, peek() != UInt8(ascii: "`") { skip() }
            next += 1
            next = min(next, bytes.count)
            add(.word, from: start, line: line)
        } else if byte == UInt8(ascii: "#"), Self.isWord(peek(1)) {
            next += 1
            word()
            add(.directive, from: start, line: line)
        } else if Self.isWord(byte) {
            word()
            let isNumber = byte &- 0x30 < 10
            add(isNumber ? .number : .word, from: start, line: line)
        } else {
            next += looking(at: "->") ? 2 : 1
            add(.sign, from: start, line: line)
        }
        return true
    }

    private mutating func word() {
        while Self.isWord(peek()) { next += 1 }
    }

    private mutating func comment() {
        var depth = 0
        repeat {
            if looking(at: "/*") {
                depth += 1
                next += 2
            } else if looking(at: "*/") {
                depth -= 1
                next += 2
            } else {
                skip()
            }
        } while depth > 0 && next < bytes.count
    }
}

extension Tokenizer {
    /// How many `#` stand here.
    private var hashes: Int {
        var count = 0
        while peek(count) == UInt8(ascii: "#") { count += 1 }
        return count
    }

    private var isLiteral: Bool { peek(hashes) == UInt8(ascii: "\"") }

    /// A string, raw or of many lines or both, with all that is interpolated.
    private mutating func literal() {
        let hashes = hashes
        next += hashes
        let quotes = looking(at: "\"\"\"") ? 3 : 1
        next += quotes
        while next < bytes.count {
            if ends(quotes, hashes) {
                next += quotes + hashes
                return
            }
            guard peek() == UInt8(ascii: "\\"), isHashes(hashes, after: 1) else {
                if quotes == 1, peek() == UInt8(ascii: "\n") { return }
                skip()
                continue
            }
            next += 1 + hashes
            if peek() == UInt8(ascii: "(") { interpolation() } else { skip() }
        }
        next = min(next, bytes.count)
    }

    private func isHashes(_ count: Int, after distance: Int) -> Bool {
        (0..<count).allSatisfy { peek(distance + $0) == UInt8(ascii: "#") }
    }

    private func ends(_ quotes: Int, _ hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") }
            && isHashes(hashes, after: quotes)
    }

    private mutating func interpolation() {
        var depth = 0
        repeat {
            if isLiteral {
                literal()
                continue
            }
            if peek() == UInt8(ascii: "(") { depth += 1 }
            if peek() == UInt8(ascii: ")") { depth -= 1 }
            skip()
        } while depth > 0 && next < bytes.count
    }

    /// Whether a regular expression begins here: after something that a value cannot end.
    private var isExpression: Bool {
        let hashes = hashes
        guard peek(hashes) == UInt8(ascii: "/") else { return false }
        if hashes > 0 { return true }
        guard let last = tokens.last, last.kind == .sign, "=(,:[{&|!?".contains(last.text) else {
            return false
        }
        let after = peek(1)
        guard after > 0x20, after != UInt8(ascii: "/") else { return false }
        return bytes[(next + 1)...].prefix { $0 != UInt8(ascii: "\n") }.contains(UInt8(ascii: "/"))
    }

    private mutating func expression() {
        let hashes = hashes
        next += hashes + 1
        while next < bytes.count {
            if peek() == UInt8(ascii: "\\") {
                next += 1
            } else if peek() == UInt8(ascii: "/"), isHashes(hashes, after: 1) {
                next += 1 + hashes
                return
            } else if hashes == 0, peek() == UInt8(ascii: "\n") {
                return
            }
            skip()
        }
        next = min(next, bytes.count)
    }
}
