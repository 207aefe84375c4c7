/// One value of a scanned text, taken apart: where it lies in the bytes and on the tape.
struct JSONNode {
    enum Kind: UInt8 {
        case null, bool, number, string, array, object
    }

    let kind: Kind
    /// Whether the string holds escapes.
    var escaped = false
    /// Whether the string holds bytes beyond ASCII.
    var wide = false
    /// The first byte: of the text between the quotes, for a string.
    let start: UInt32
    /// The byte after the last.
    var end: UInt32
    /// The tape's index after this value and all that it holds.
    var next: UInt32
    /// Elements, or members.
    var count: UInt32 = 0
}

/// A scanned text: its bytes, and its values in the order they stand, without a tree.
struct JSONTape {
    private(set) var bytes: [UInt8] = []
    let buffer = TapeBuffer()

    /// An empty tape, for texts to be scanned onto.
    init() {}

    /// Scans one JSON text (RFC 8259), all of it.
    init(_ bytes: [UInt8]) throws(JSONFault) {
        let scanned = bytes.withUnsafeBufferPointer { TapeScanner.scan($0, onto: buffer) }
        guard scanned else { throw Self.fault(bytes) }
        self.bytes = bytes
    }

    /// Scans a text that lies at a fixed place.
    mutating func scan(
        _ text: UnsafeBufferPointer<UInt8>,
        _ bytes: [UInt8]
    ) throws(JSONFault) {
        guard TapeScanner.scan(text, onto: buffer) else { throw Self.fault(bytes) }
        self.bytes = bytes
    }

    /// Lets go of the text, and of much memory.
    mutating func clear() {
        bytes = []
        buffer.count = 0
        buffer.shrink()
    }

    /// What is wrong with a text that was not accepted.
    private static func fault(_ bytes: [UInt8]) -> JSONFault {
        var scanner = JSONScanner(bytes)
        do { try scanner.scan() } catch { return error }
        return JSONFault(reason: "this is not JSON", offset: 0, path: [])
    }

    /// The value at an index.
    func node(_ index: Int) -> JSONNode {
        let word = index < buffer.count ? buffer.words[index] : .tapeNull
        return JSONNode(
            kind: JSONNode.Kind(rawValue: UInt8(truncatingIfNeeded: word.tapeKind)) ?? .null,
            escaped: word & .tapeEscaped != 0,
            wide: word & .tapeWide != 0,
            start: UInt32(word.tapeStart),
            end: UInt32(word.tapeStart + (word.tapeHolds ? 1 : word.tapeLength)),
            next: UInt32(word.tapeNext(index))
        )
    }

    /// The text of a number or a literal.
    func text(_ node: JSONNode) -> String {
        String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
    }

    /// A string without its escapes.
    func string(_ node: JSONNode) -> String {
        Self.string(node, in: bytes)
    }

    static func string(_ node: JSONNode, in bytes: [UInt8]) -> String {
        let range = Int(node.start)..<Int(node.end)
        return node.escaped
            ? unescaped(range, in: bytes) : String(decoding: bytes[range], as: UTF8.self)
    }

    /// Resolves escapes that the scanner has checked.
    private static func unescaped(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\") else {
                output.append(byte)
                index += 1
                continue
            }
            index += 2
            switch bytes[index - 1] {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"):
                var code = unit(at: index, in: bytes)
                index += 4
                if code & 0xFC00 == 0xD800 {
                    code = 0x10000 + (code & 0x3FF) << 10 + unit(at: index + 2, in: bytes) & 0x3FF
                    index += 6
                }
                let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
                output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            case let plain: output.append(plain)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The four hexadecimal digits of a `\u` escape.
    private static func unit(at index: Int, in bytes: [UInt8]) -> UInt32 {
        bytes[index..<index + 4].reduce(0) { $0 << 4 | UInt32(JSONScanner.hex($1) ?? 0) }
    }
}

extension JSONTape {
    /// The path to a value, with the text's own spelling of keys.
    func path(to target: Int) -> [JSONPathStep] {
        var steps: [JSONPathStep] = []
        var index = 0
        while index < target {
            let node = self.node(index)
            guard node.kind == .array || node.kind == .object, target < Int(node.next) else {
                break
            }
            var child = index + 1
            var position = 0
            while child < Int(node.next) {
                let value = node.kind == .object ? child + 1 : child
                if target < Int(self.node(value).next) {
                    steps.append(
                        node.kind == .object ? .key(string(self.node(child))) : .index(position)
                    )
                    child = value
                    break
                }
                child = Int(self.node(value).next)
                position += 1
            }
            index = child
        }
        return steps
    }

    /// The value of one node and all that it holds.
    func value(at index: Int) -> JSONValue {
        let node = self.node(index)
        switch node.kind {
        case .null: return .null
        case .bool: return .bool(bytes[Int(node.start)] == UInt8(ascii: "t"))
        case .number: return .number(JSONNumber(checked: text(node)))
        case .string: return .string(string(node))
        case .array:
            var elements: [JSONValue] = []
            var child = index + 1
            while child < Int(node.next) {
                elements.append(value(at: child))
                child = Int(self.node(child).next)
            }
            return .array(elements)
        case .object:
            var object = JSONObject()
            var child = index + 1
            while child < Int(node.next) {
                object.append(string(self.node(child)), value(at: child + 1))
                child = Int(self.node(child + 1).next)
            }
            return .object(object)
        }
    }
}
