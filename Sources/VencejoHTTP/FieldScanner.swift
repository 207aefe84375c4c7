/// A place in the bytes of a field value, and the steps that field grammars share (RFC 9110 §5.6).
struct FieldScanner: Sendable {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ value: String) {
        bytes = Array(value.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Goes back to a place that was passed before.
    mutating func rewind(to place: Int) {
        position = min(place, position)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func skip(while holds: (UInt8) -> Bool) {
        while position < bytes.count, holds(bytes[position]) { position += 1 }
    }

    mutating func skipBlanks() {
        skip { $0 == 0x20 || $0 == 0x09 }
    }

    /// Steps to the end of a list's element; commas between quotes do not end it.
    mutating func skipToComma() {
        while let next, next != UInt8(ascii: ",") {
            if take("\"") {
                _ = quoted()
            } else {
                skip { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }
            }
        }
    }

    mutating func text(while holds: (UInt8) -> Bool) -> String {
        let start = position
        skip(while: holds)
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A token (RFC 9110 §5.6.2); `nil` where none begins.
    mutating func token() -> String? {
        let text = text(while: \.isTokenByte)
        return text.isEmpty ? nil : text
    }

    /// What stands between quotes, escapes undone (RFC 9110 §5.6.4); the opening one is behind.
    ///
    /// - Returns: The text, and whether the closing quote was there.
    mutating func quoted() -> (text: String, isClosed: Bool) {
        var output: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                return (String(decoding: output, as: UTF8.self), true)
            }
            if byte == UInt8(ascii: "\\"), position < bytes.count {
                output.append(bytes[position])
                position += 1
            } else {
                output.append(byte)
            }
        }
        return (String(decoding: output, as: UTF8.self), false)
    }
}

extension String {
    /// Without blanks and tabs at both ends (RFC 9110 §5.5).
    package var trimmingBlanks: String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let tail = utf8.drop(while: isBlank)
        guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(tail[...last]))
    }
}
