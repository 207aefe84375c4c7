extension JSONError {
    /// What stands for a secret in a message.
    static let redacted = "<redacted>"
    /// Characters of the text shown on either side of the place.
    static let shown = 40

    /// Fills in the line, the column and the text around a byte, without secrets.
    mutating func locate(_ offset: Int, in bytes: [UInt8], secrets: SecretNames = .usual) {
        let offset = min(offset, bytes.count)
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        line = before.count { $0 == 0x0A } + 1
        let mark = lineStart == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
        column = max(1, bytes[lineStart..<offset].count { $0 & 0xC0 != 0x80 } + 1 - mark)
        self.offset = offset
        let spans = SecretSpans(bytes, secrets)
        let span = spans.span(at: offset)
        let place = span?.lowerBound ?? offset
        let left = Self.line(bytes, max(0, place - 320)..<place, spans.spans)
        let right = Self.line(bytes, place..<min(bytes.count, offset + 320), spans.spans)
        let from = left.suffix(Self.shown)
        snippet = String(from + right.prefix(Self.shown))
        caret = from.count
        if let span { redact(bytes[span]) }
    }

    /// A stretch of the text on one line, its secrets replaced.
    private static func line(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ spans: [Range<Int>]
    ) -> String {
        var text = ""
        var position = range.lowerBound
        for span in spans where span.overlaps(range) {
            text += oneLine(bytes[position..<max(position, span.lowerBound)])
            text += "\"\(redacted)\""
            position = min(span.upperBound, range.upperBound)
        }
        return text + oneLine(bytes[position..<range.upperBound])
    }

    /// Line breaks with the blanks after them as one blank, and nothing that steers a terminal.
    private static func oneLine(_ bytes: ArraySlice<UInt8>) -> String {
        var line = String.UnicodeScalarView()
        var broken = false
        let text = bytes.drop { $0 & 0xC0 == 0x80 }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar == "\n" || scalar == "\r" {
                if !broken { line.append(" ") }
                broken = true
            } else if broken, scalar == " " || scalar == "\t" {
                continue
            } else {
                broken = false
                line.append(scalar.isSteering ? " " : scalar)
            }
        }
        return String(line)
    }

    /// Takes a secret value out of the words about it.
    private mutating func redact(_ value: ArraySlice<UInt8>) {
        let raw = String(decoding: value, as: UTF8.self)
        var spellings = [raw, raw.prefix(Self.shown) + "…"]
        if let content = try? JSONValue(parsing: value).stringValue, !content.isEmpty {
            spellings += [DecodeState.quoted(content), content]
        }
        for spelling in spellings where !spelling.isEmpty {
            reason = reason.replacing(spelling, with: Self.redacted)
            found = found.replacing(spelling, with: Self.redacted)
        }
        hint = nil
    }
}

extension JSONError {
    /// The fault of a text that is not JSON.
    init(_ fault: JSONFault, in bytes: [UInt8], secrets: SecretNames = .usual) {
        self.init(kind: fault.kind(in: bytes), reason: fault.reason)
        path = JSONPathStep.text(fault.path)
        expected = "JSON"
        locate(fault.offset, in: bytes, secrets: secrets)
    }
}

extension JSONFault {
    /// What kind of fault this is: what the text begins with, where it ends, what is in it.
    fileprivate func kind(in bytes: [UInt8]) -> JSONError.Kind {
        if bytes.allSatisfy({ $0 <= 0x20 }) { return .empty }
        if reason.hasPrefix("starts with") || reason.hasPrefix("this is") { return .notJSON }
        if reason.hasPrefix("invalid UTF-8") { return .notUnicode }
        if reason.hasPrefix("nested deeper") { return .tooDeep }
        return offset >= bytes.count ? .truncated : .syntax
    }
}
