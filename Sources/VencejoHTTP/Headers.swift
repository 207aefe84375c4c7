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
public struct Headers: Hashable, Sendable {
    private var fields: [HeaderField]

    /// No fields.
    public init() {
        fields = []
    }

    public init(_ fields: some Sequence<HeaderField>) {
        self.fields = Array(fields)
    }

    /// The value of a field; lines of one name are joined by a comma (RFC 9110 §5.3).
    ///
    /// `Set-Cookie` is the exception of RFC 9110 §5.3 and is never joined: the first line is given,
    /// ``values(of:)`` gives them all. Setting replaces every line of the name where the first one
    /// stood; setting `nil` removes them.
    public subscript(name: HeaderName) -> String? {
        get {
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
        fields.compactMap { $0.name == name ? $0.value : nil }
    }

    public func contains(_ name: HeaderName) -> Bool {
        fields.contains { $0.name == name }
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

    /// Adds to the value of the last line, as a fold does.
    package mutating func extendLast(by text: String) {
        guard let last = fields.indices.last else { return }
        fields[last].value += text
    }

    public mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }
}

extension Headers: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { fields.count }
    public subscript(position: Int) -> HeaderField { fields[position] }
}

extension Headers: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (HeaderName, String)...) {
        fields = elements.map { HeaderField($0.0, $0.1) }
    }
}

extension Headers: CustomStringConvertible {
    public var description: String {
        fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }
}
