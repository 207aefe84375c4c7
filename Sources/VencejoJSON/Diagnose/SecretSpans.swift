/// Where the values of secret members lie in a text, be it JSON or nearly so.
struct SecretSpans {
    private let bytes: [UInt8]
    private let names: SecretNames
    private var position = 0
    private(set) var spans: [Range<Int>] = []
    /// Whether a name is secret: most stand many times in a text.
    private var known: [ArraySlice<UInt8>: Bool] = [:]

    init(_ bytes: [UInt8], _ names: SecretNames) {
        self.bytes = bytes
        self.names = names
        if names != .none { find() }
    }

    /// The span that holds a byte.
    func span(at offset: Int) -> Range<Int>? { spans.first { $0.contains(offset) } }

    private mutating func find() {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\"") else {
                position += 1
                continue
            }
            let start = position
            skipString()
            let end = position
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: ":"),
                isSecret(start..<end)
            else { continue }
            position += 1
            skipSpace()
            let value = position
            skipValue()
            if position > value { spans.append(value..<position) }
        }
    }

    private mutating func isSecret(_ quoted: Range<Int>) -> Bool {
        if let known = known[bytes[quoted]] { return known }
        let matches = names.matches(name(quoted))
        if known.count < 1000 { known[bytes[quoted]] = matches }
        return matches
    }

    private func name(_ quoted: Range<Int>) -> String {
        let raw = Array(bytes[quoted])
        if raw.contains(UInt8(ascii: "\\")), let name = try? JSONValue(parsing: raw).stringValue {
            return name
        }
        return String(decoding: raw.dropFirst().dropLast(), as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    private mutating func skipString() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    /// One value with all that it holds; up to the end, when it is cut short.
    private mutating func skipValue() {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                skipString()
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09: if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}
