/// One field line: a name and a value (RFC 9110 §5).
public struct HeaderField: Hashable, Sendable {
    public var name: HeaderName
    public var value: String

    public init(_ name: HeaderName, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether name and value may be sent: a token, and no CR, LF or NUL (RFC 9110 §5.5).
    public var isValid: Bool {
        guard name.isToken else { return false }
        return value.everyByte { $0 != 0x0D && $0 != 0x0A && $0 != 0x00 }
    }
}

extension String {
    /// Whether each byte of the text is as asked; far quicker than walking its view.
    @inline(__always)
    func everyByte(_ isFit: (UInt8) -> Bool) -> Bool {
        var text = self
        return text.withUTF8 { utf8 in
            for index in utf8.indices where unsafe !isFit(utf8[index]) { return false }
            return true
        }
    }
}

/// The fields of a message: in order, repeatable, names compared without case.
///
///     var headers: Headers = ["Accept": "application/json"]
///     headers["accept"]                       // "application/json"
///     headers.append("Set-Cookie", "a=1")     // each stays a line of its own
///
/// Two values are equal when they hold the same fields in the same order.
public struct Headers: Sendable {
    private enum Storage: Sendable {
        case fields([HeaderField])
        /// As they came; the first change makes fields of them.
        case block(Block)
    }

    private final class Block: Sendable {
        let lines: FieldBlock

        init(_ lines: FieldBlock) {
            self.lines = lines
        }
    }

    private var storage: Storage

    private var fields: [HeaderField] {
        get {
            switch storage {
            case .fields(let fields): fields
            case .block(let block): (0..<block.lines.count).map(block.lines.field)
            }
        }
        _modify {
            var fields = fields
            storage = .fields([])
            defer { storage = .fields(fields) }
            yield &fields
        }
    }

    /// No fields.
    public init() {
        storage = .fields([])
    }

    public init(_ fields: some Sequence<HeaderField>) {
        storage = .fields(Array(fields))
    }

    /// Fields as they came over the wire.
    package init(_ block: FieldBlock) {
        storage = block.count == 0 ? .fields([]) : .block(Block(block))
    }

    /// The value of a field; lines of one name are joined by a comma (RFC 9110 §5.3).
    ///
    /// `Set-Cookie` is the exception of RFC 9110 §5.3 and is never joined: the first line is given,
    /// ``values(of:)`` gives them all. Setting replaces every line of the name where the first one
    /// stood; setting `nil` removes them.
    public subscript(name: HeaderName) -> String? {
        get {
            if case .block(let block) = storage {
                guard let first = block.lines.firstIndex(of: name) else { return nil }
                guard name != .setCookie, block.lines.firstIndex(of: name, from: first + 1) != nil
                else { return block.lines.value(first) }
                return values(of: name).joined(separator: ", ")
            }
            guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
            let rest = fields[(first + 1)...]
            // One line is the rule: its value is given as it is, without a copy.
            guard name != .setCookie, rest.contains(where: { $0.name == name }) else {
                return fields[first].value
            }
            return rest.reduce(into: fields[first].value) { joined, field in
                if field.name == name { joined += ", " + field.value }
            }
        }
        set {
            guard let newValue else {
                fields.removeAll { $0.name == name }
                return
            }
            guard let first = fields.firstIndex(where: { $0.name == name }) else {
                fields.append(HeaderField(name, newValue))
                return
            }
            fields[first].value = newValue
            var index = fields.endIndex
            while index > first + 1 {
                index -= 1
                if fields[index].name == name { fields.remove(at: index) }
            }
        }
    }

    /// The values of every line of one name, in order.
    public func values(of name: HeaderName) -> [String] {
        if case .block(let block) = storage {
            var values: [String] = []
            var next = block.lines.firstIndex(of: name)
            while let index = next {
                values.append(block.lines.value(index))
                next = block.lines.firstIndex(of: name, from: index + 1)
            }
            return values
        }
        return fields.compactMap { $0.name == name ? $0.value : nil }
    }

    public func contains(_ name: HeaderName) -> Bool {
        if case .block(let block) = storage { return block.lines.firstIndex(of: name) != nil }
        return fields.contains { $0.name == name }
    }

    /// Adds a line and leaves those that are there.
    public mutating func append(_ name: HeaderName, _ value: String) {
        fields.append(HeaderField(name, value))
    }

    /// Adds a line unless the name is there.
    public mutating func setIfAbsent(_ name: HeaderName, _ value: String) {
        if !contains(name) { append(name, value) }
    }

    /// Removes every line of one name.
    public mutating func remove(_ name: HeaderName) {
        fields.removeAll { $0.name == name }
    }

    /// These fields, with each name in `others` replaced by the lines it has there.
    public func merging(_ others: Headers) -> Headers {
        var merged = fields.filter { !others.contains($0.name) }
        merged.append(contentsOf: others.fields)
        return Headers(merged)
    }

    public mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }
}

extension Headers: RandomAccessCollection {
    public var startIndex: Int { 0 }

    public var endIndex: Int {
        switch storage {
        case .fields(let fields): fields.count
        case .block(let block): block.lines.count
        }
    }

    public subscript(position: Int) -> HeaderField {
        switch storage {
        case .fields(let fields): fields[position]
        case .block(let block): block.lines.field(position)
        }
    }
}

extension Headers: Hashable {
    public static func == (left: Headers, right: Headers) -> Bool {
        left.fields == right.fields
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(fields)
    }
}

extension Headers: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (HeaderName, String)...) {
        storage = .fields(elements.map { HeaderField($0.0, $0.1) })
    }
}

extension Headers: CustomStringConvertible {
    public var description: String {
        fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }
}
