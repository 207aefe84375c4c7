/// Where a `Link` field points for one relation (RFC 8288 §3).
struct LinkReader: Sendable {
    private let bytes: [UInt8]
    private var position = 0

    private init(_ value: String) {
        bytes = Array(value.utf8)
    }

    /// The first target of a relation that is about the answer itself, not about another anchor.
    static func target(of relation: String, in values: [String]) -> String? {
        for value in values {
            var reader = LinkReader(value)
            while let link = reader.next() {
                let relations = link.relations.lowercased().split { $0 == " " || $0 == "\t" }
                if !link.hasAnchor, relations.contains(Substring(relation.lowercased())) {
                    return link.target
                }
            }
        }
        return nil
    }

    private mutating func next() -> (target: String, relations: String, hasAnchor: Bool)? {
        skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
        guard take("<") else { return nil }
        let target = text { $0 != UInt8(ascii: ">") }
        guard take(">") else { return nil }
        var relations: String?
        var hasAnchor = false
        while parameterFollows() {
            let (name, value) = parameter()
            // RFC 8288 §3.3: of several `rel`, the first counts.
            if name == "rel" { relations = relations ?? value }
            if name == "anchor" { hasAnchor = true }
        }
        return (target, relations ?? "", hasAnchor)
    }

    private mutating func parameterFollows() -> Bool {
        skip { $0 == 0x20 || $0 == 0x09 }
        return take(";")
    }

    private mutating func parameter() -> (name: String, value: String) {
        skip { $0 == 0x20 || $0 == 0x09 }
        let name = text { !Self.endsName.contains($0) }.lowercased()
        skip { $0 == 0x20 || $0 == 0x09 }
        guard take("=") else { return (name, "") }
        skip { $0 == 0x20 || $0 == 0x09 }
        return (name, take("\"") ? quoted() : text { !Self.endsValue.contains($0) })
    }

    private static let endsName = Set("=;, \t".utf8)
    private static let endsValue = Set(";, \t".utf8)

    private mutating func quoted() -> String {
        var output: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\"), position < bytes.count {
                output.append(bytes[position])
                position += 1
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func text(while holds: (UInt8) -> Bool) -> String {
        let start = position
        skip(while: holds)
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skip(while holds: (UInt8) -> Bool) {
        while position < bytes.count, holds(bytes[position]) { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
            return false
        }
        position += 1
        return true
    }
}
