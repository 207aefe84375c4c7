/// A place in the bytes of a structured field, and the steps of RFC 9651 §4.2.
///
/// Every step looks at a byte a bounded number of times, and none calls itself.
struct StructuredParser: Sendable {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ lines: some Sequence<String>) {
        bytes = Array(lines.joined(separator: ", ").utf8)
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Whether nothing is left.
    var isAtEnd: Bool { position == bytes.count }

    mutating func advance() -> UInt8? {
        guard let next else { return nil }
        position += 1
        return next
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func bytes(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let next, holds(next) { position += 1 }
        return bytes[start..<position]
    }

    private mutating func skipSpaces() {
        while next == 0x20 { position += 1 }
    }

    private mutating func skipBlanks() {
        while next == 0x20 || next == 0x09 { position += 1 }
    }

    /// What a step reads, if nothing else stands around it (RFC 9651 §4.2).
    mutating func whole<Result>(_ step: (inout StructuredParser) -> Result?) -> Result? {
        skipSpaces()
        guard let result = step(&self) else { return nil }
        skipSpaces()
        return isAtEnd ? result : nil
    }

    // RFC 9651 §4.2.1
    mutating func list() -> [StructuredMember]? {
        var members: [StructuredMember] = []
        while !isAtEnd {
            guard let member = member() else { return nil }
            members.append(member)
            guard let isLast = endOfMember() else { return nil }
            if isLast { return members }
        }
        return members
    }

    // RFC 9651 §4.2.2
    mutating func dictionary() -> StructuredMap<StructuredMember>? {
        var entries = KeyedEntries<StructuredMember>()
        while !isAtEnd {
            guard let key = key() else { return nil }
            if take("=") {
                guard let member = member() else { return nil }
                entries.set(key, member)
            } else {
                guard let parameters = parameters() else { return nil }
                entries.set(key, .item(StructuredItem(.bool(true), parameters)))
            }
            guard let isLast = endOfMember() else { return nil }
            if isLast { return entries.map }
        }
        return entries.map
    }

    /// Steps over a comma; true at the end, `nil` where neither is, or a comma ends the field.
    private mutating func endOfMember() -> Bool? {
        skipBlanks()
        if isAtEnd { return true }
        guard take(",") else { return nil }
        skipBlanks()
        return isAtEnd ? nil : false
    }

    // RFC 9651 §4.2.1.1
    private mutating func member() -> StructuredMember? {
        guard next == UInt8(ascii: "(") else { return item().map(StructuredMember.item) }
        guard let items = innerList(), let parameters = parameters() else { return nil }
        return .inner(items, parameters)
    }

    // RFC 9651 §4.2.1.2
    private mutating func innerList() -> [StructuredItem]? {
        guard take("(") else { return nil }
        var items: [StructuredItem] = []
        while !isAtEnd {
            skipSpaces()
            if take(")") { return items }
            guard let item = item() else { return nil }
            items.append(item)
            guard next == 0x20 || next == UInt8(ascii: ")") else { return nil }
        }
        return nil
    }

    // RFC 9651 §4.2.3
    mutating func item() -> StructuredItem? {
        guard let value = bareItem(), let parameters = parameters() else { return nil }
        return StructuredItem(value, parameters)
    }

    // RFC 9651 §4.2.3.2
    private mutating func parameters() -> StructuredParameters? {
        guard next == UInt8(ascii: ";") else { return StructuredParameters() }
        var entries = KeyedEntries<StructuredValue>()
        while take(";") {
            skipSpaces()
            guard let key = key() else { return nil }
            var value = StructuredValue.bool(true)
            if take("=") {
                guard let read = bareItem() else { return nil }
                value = read
            }
            entries.set(key, value)
        }
        return entries.map
    }

    // RFC 9651 §4.2.3.3
    private mutating func key() -> String? {
        guard let next, next.isSmallLetter || next == UInt8(ascii: "*") else { return nil }
        return String(decoding: bytes(while: \.isKeyByte), as: UTF8.self)
    }
}

/// Keys and values as they are read: a key that comes again keeps its place and loses its value.
private struct KeyedEntries<Value: Hashable & Sendable> {
    private var entries: [StructuredMap<Value>.Entry] = []
    private var places: [String: Int] = [:]

    mutating func set(_ key: String, _ value: Value) {
        if let place = places[key] {
            entries[place].value = value
        } else {
            places[key] = entries.count
            entries.append(StructuredMap<Value>.Entry(key, value))
        }
    }

    var map: StructuredMap<Value> { StructuredMap(distinct: entries) }
}

extension UInt8 {
    var isSmallLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

    /// A byte of a key after its first (RFC 9651 §3.1.2).
    var isKeyByte: Bool {
        isSmallLetter || 0x30...0x39 ~= self || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "*")
    }
}
