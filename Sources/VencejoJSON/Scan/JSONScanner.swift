/// Finds out what is wrong with a text that `TapeScanner` refused, and where (RFC 8259).
///
/// It takes its time: it reads byte by byte and keeps what the words of a fault need.
struct JSONScanner {
    /// How many arrays and objects may be open at once.
    static let maximumDepth = 512

    let bytes: [UInt8]
    var position = 0
    private(set) var nodes: [JSONNode] = []
    private var open: [Int] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Scans all of the text: one value, and nothing but white space around it.
    mutating func scan() throws(JSONFault) {
        guard bytes.count < TapeBuffer.longestText else {
            throw fault("the text is larger than 512 MB")
        }
        nodes.reserveCapacity(bytes.count / 8 + 4)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        try checkBeginning()
        try value()
        while !open.isEmpty { try step() }
        skipSpace()
        if position < bytes.count {
            throw fault("unexpected \(found) after the end of the JSON value")
        }
    }

    /// After a value inside an array or object: a comma and the next value, or the end.
    private mutating func step() throws(JSONFault) {
        guard let top = open.last else { return }
        let object = nodes[top].kind == .object
        skipSpace()
        guard position < bytes.count else { throw unfinished() }
        let byte = bytes[position]
        if byte == (object ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            position += 1
            close(top)
            return
        }
        guard byte == UInt8(ascii: ",") else { throw missingComma(object: object) }
        let comma = position
        position += 1
        skipSpace()
        if position < bytes.count, bytes[position] == (object ? 0x7D : 0x5D) {
            throw fault("trailing ',' before '\(object ? "}" : "]")'", at: comma)
        }
        if object { try key() }
        nodes[top].count += 1
        try value()
    }

    /// One value; of an array or object, its beginning up to its first scalar.
    private mutating func value() throws(JSONFault) {
        while true {
            skipSpace()
            guard position < bytes.count else { throw unfinished() }
            switch bytes[position] {
            case UInt8(ascii: "\""): return try string()
            case UInt8(ascii: "{"):
                try enter(.object)
                skipSpace()
                if position < bytes.count, bytes[position] == UInt8(ascii: "}") {
                    return closeEmpty()
                }
                try key()
            case UInt8(ascii: "["):
                try enter(.array)
                skipSpace()
                if position < bytes.count, bytes[position] == UInt8(ascii: "]") {
                    return closeEmpty()
                }
            case UInt8(ascii: "t"): return try literal("true", .bool)
            case UInt8(ascii: "f"): return try literal("false", .bool)
            case UInt8(ascii: "n"): return try literal("null", .null)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
            default: throw fault("expected a value, found \(found)")
            }
            nodes[open[open.count - 1]].count += 1
        }
    }

    private mutating func enter(_ kind: JSONNode.Kind) throws(JSONFault) {
        guard open.count < Self.maximumDepth else {
            throw fault("nested deeper than \(Self.maximumDepth) levels")
        }
        open.append(nodes.count)
        let start = UInt32(position)
        nodes.append(JSONNode(kind: kind, start: start, end: start, next: 0))
        position += 1
    }

    private mutating func closeEmpty() {
        position += 1
        close(open[open.count - 1])
    }

    private mutating func close(_ index: Int) {
        nodes[index].end = UInt32(position)
        nodes[index].next = UInt32(nodes.count)
        open.removeLast()
    }

    /// A member's name and its colon.
    private mutating func key() throws(JSONFault) {
        guard position < bytes.count else { throw unfinished() }
        guard bytes[position] == UInt8(ascii: "\"") else {
            throw fault("expected a member name in double quotes, found \(found)")
        }
        try string()
        skipSpace()
        guard position < bytes.count else { throw unfinished() }
        guard bytes[position] == UInt8(ascii: ":") else {
            throw fault("missing ':' after a member name, found \(found)")
        }
        position += 1
    }

    private mutating func literal(
        _ word: StaticString,
        _ kind: JSONNode.Kind
    ) throws(JSONFault) {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard position < bytes.count else { throw unfinished() }
            guard unsafe bytes[position] == word.utf8Start[offset] else {
                throw fault("expected '\(word)', found \(foundWord(start))", at: start)
            }
            position += 1
        }
        append(kind, from: start)
    }

    mutating func append(
        _ kind: JSONNode.Kind,
        from start: Int,
        escaped: Bool = false,
        wide: Bool = false
    ) {
        nodes.append(
            JSONNode(
                kind: kind,
                escaped: escaped,
                wide: wide,
                start: UInt32(start),
                end: UInt32(position),
                next: UInt32(nodes.count + 1)
            )
        )
    }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// The open arrays and objects, as a path to the value that was being read.
    var path: [JSONPathStep] {
        var steps: [JSONPathStep] = []
        for index in open {
            if nodes[index].kind == .array {
                if nodes[index].count > 0 { steps.append(.index(Int(nodes[index].count) - 1)) }
                continue
            }
            var last: Int?
            var child = index + 1
            while child < nodes.count {
                last = child
                guard child + 1 < nodes.count, nodes[child + 1].next > 0 else { break }
                child = Int(nodes[child + 1].next)
            }
            if let last { steps.append(.key(JSONTape.string(nodes[last], in: bytes))) }
        }
        return steps
    }
}
