/// Writes JSON text into one buffer.
struct JSONWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []
    /// Spaces a level; nil for compact text.
    let indent: Int?
    let sortedKeys: Bool
    let escapingSlashes: Bool
    private var level = 0

    init(indent: Int?, sortedKeys: Bool, escapingSlashes: Bool = false) {
        self.indent = indent
        self.sortedKeys = sortedKeys
        self.escapingSlashes = escapingSlashes
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let string): write(string: string)
        case .array(let array): write(array: array)
        case .object(let object): write(object: object)
        }
    }

    private mutating func write(array: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        level += 1
        for (index, element) in array.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            newLine()
            write(element)
        }
        level -= 1
        if !array.isEmpty { newLine() }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(object: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        level += 1
        if sortedKeys {
            let members = object.sorted { $0.key < $1.key }
            for index in members.indices { write(member: members[index], first: index == 0) }
        } else {
            for index in object.indices { write(member: object[index], first: index == 0) }
        }
        level -= 1
        if !object.isEmpty { newLine() }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(member: JSONObject.Element, first: Bool) {
        if !first { bytes.append(UInt8(ascii: ",")) }
        newLine()
        write(string: member.key)
        bytes.append(UInt8(ascii: ":"))
        if indent != nil { bytes.append(UInt8(ascii: " ")) }
        write(member.value)
    }

    private mutating func newLine() {
        guard let indent else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * level))
    }

    /// Writes a string with the escapes that RFC 8259 section 7 asks for, and no others.
    mutating func write(string: String) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { text in
            var start = 0
            var index = 0
            while index < text.count {
                let byte = unsafe text[index]
                if byte >= 0x20, byte != 0x22, byte != 0x5C, byte != 0x2F || !escapingSlashes {
                    index += 1
                    continue
                }
                unsafe bytes.append(contentsOf: text[start..<index])
                escape(byte)
                index += 1
                start = index
            }
            unsafe bytes.append(contentsOf: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x20...: bytes.append(byte)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}
