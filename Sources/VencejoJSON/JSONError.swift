/// Why a value could not be read from JSON or written to it, and exactly where.
public struct JSONError: Error, Sendable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The text is not JSON.
        case syntax
        /// A value is there, but not in the form asked for: a date, a URL, a caller's own check.
        case corrupted
        /// A member is missing.
        case missingKey
        /// A value is null where one is needed.
        case missingValue
        /// A value is of another type.
        case typeMismatch
        /// A number does not fit the type exactly.
        case numberOutOfRange
        /// A value has no form in JSON.
        case encoding
        /// A type's own `init(from:)` or `encode(to:)` threw an error of its own.
        case custom
    }

    /// What went wrong.
    public var kind: Kind
    /// Where in the value, in JSON's own spelling: `users[3].contact_info.phone`; empty at the top.
    public var path = ""
    /// What was asked for, such as `String`.
    public var expected = ""
    /// What was there, such as `null`.
    public var found = ""
    /// The reason in words, where expected and found do not say it.
    public var reason = ""
    /// A guess that may help, such as a key of nearly the same name.
    public var hint: String?
    /// The line in the text, from 1; nil when encoding.
    public var line: Int?
    /// The column in Unicode scalars, from 1; nil when encoding.
    public var column: Int?
    /// The offset in bytes; nil when encoding.
    public var offset: Int?
    /// The text around the place, 40 characters each side at most.
    public var snippet = ""
    /// The error that a caller's own code threw, unchanged.
    public var underlying: (any Error)?

    /// An error of a kind, to be filled in.
    public init(kind: Kind, reason: String = "") {
        self.kind = kind
        self.reason = reason
    }
}

extension JSONError: CustomStringConvertible {
    /// One line: the path, the fault, the place.
    public var description: String {
        var text = path.isEmpty ? "" : "\(path): "
        text += reason.isEmpty ? "expected \(expected), found \(found)" : reason
        if let line, let column { text += " (line \(line), column \(column))" }
        if let hint { text += "; \(hint)" }
        return text
    }
}

extension JSONError {
    /// The fault of a text that is not JSON.
    init(_ fault: JSONFault, in bytes: [UInt8]) {
        self.init(kind: .syntax, reason: fault.reason)
        path = JSONPathStep.text(fault.path)
        expected = "JSON"
        locate(fault.offset, in: bytes)
    }

    /// Fills in the line, the column and the text around a byte.
    mutating func locate(_ offset: Int, in bytes: [UInt8]) {
        let offset = min(offset, bytes.count)
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        line = before.count { $0 == 0x0A } + 1
        let mark = lineStart == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
        column = max(1, bytes[lineStart..<offset].count { $0 & 0xC0 != 0x80 } + 1 - mark)
        self.offset = offset
        let from = String(decoding: bytes[max(0, offset - 160)..<offset], as: UTF8.self).suffix(40)
        let to = String(decoding: bytes[offset...].prefix(160), as: UTF8.self).prefix(40)
        snippet = String(from + to)
    }
}
