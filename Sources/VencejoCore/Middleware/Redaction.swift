package import VencejoHTTP

/// Secrets taken out of what is shown.
package enum Redaction {
    package static let mark = "<redacted>"

    /// Fields, with the values of the secret ones replaced; a scheme such as `Bearer` stays.
    ///
    /// - Parameter secrets: Fields that are secret, whatever their names.
    package static func headers(_ headers: Headers, and secrets: Set<HeaderName> = []) -> Headers {
        Headers(
            headers.map { field in
                guard SensitiveName.matches(field.name) || secrets.contains(field.name) else {
                    return HeaderField(field.name, url(field.value))
                }
                return HeaderField(field.name, scheme(of: field) + mark)
            }
        )
    }

    /// Text with addresses in it: without users, passwords and secret parameters.
    ///
    /// Every `?`, `&` and `#` may begin a parameter: an address may carry others inside, written
    /// as they are or escaped. A fragment that is no parameter goes too: it is never sent. The rest
    /// goes as well where it would take too long to look through: addresses are written by others.
    package static func url(_ text: String) -> String {
        var budget = 16 * text.utf8.count + 4_096
        return url(text, layers: 3, &budget)
    }

    /// Text that was to be an address and is none: whatever may be a user or a password goes.
    ///
    /// A `/`, `?` or `#` in a password ends what is read as the authority: the last `@` counts.
    package static func faultyURL(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return url(text) }
        let start = text.firstRange(of: "//")?.upperBound ?? text.startIndex
        guard start < at else { return url(text) }
        return url(String(text[..<start]) + mark + text[at...])
    }

    /// - Parameters:
    ///   - layers: How many times escapes are undone to look inside a value.
    ///   - budget: How many bytes may still be looked at.
    private static func url(_ text: String, layers: Int, _ budget: inout Int) -> String {
        let text = withoutUsers(text)
        var output = ""
        // The mark has brackets itself.
        var depth = 0
        var rest = text[...]
        while let character = rest.popFirst() {
            output.append(character)
            if character == "<" { depth += 1 }
            if character == ">" { depth = max(depth - 1, 0) }
            guard "?&#".contains(character) else { continue }
            guard budget > 0 else { return output + mark }
            let name = rest.prefix { !"=?&#<>".contains($0) }
            guard rest[name.endIndex...].first == "=" else {
                let bare = name.prefix { !$0.isWhitespace && $0 != "\"" && $0 != "," }
                guard character == "#", !bare.isEmpty else { continue }
                budget -= output.utf8.count
                if endsInAddress(output) {
                    output += mark
                    rest = rest[bare.endIndex...]
                }
                continue
            }
            let value = rest[name.endIndex...].dropFirst().prefix {
                $0 != "&" && $0 != "#" && !(depth > 0 && $0 == ">")
            }
            budget -= value.utf8.count
            guard isSecret(name) || holdsSecret(value, layers: layers, &budget) else { continue }
            output += name + "=" + mark
            rest = rest[value.endIndex...]
        }
        return output
    }

    /// Whether a value hides a secret behind escapes; what is wrapped too deep is one.
    private static func holdsSecret(
        _ value: Substring,
        layers: Int,
        _ budget: inout Int
    ) -> Bool {
        guard value.utf8.contains(UInt8(ascii: "%")) else { return false }
        let decoded = PercentEncoding.decoded(value)
        guard decoded != value else { return false }
        guard layers > 0 else { return true }
        let inside = "?" + decoded
        return url(inside, layers: layers - 1, &budget) != inside
            || holdsSecret(decoded[...], layers: layers - 1, &budget)
    }

    /// Whether the word at the end is an address with an authority, or a path.
    private static func endsInAddress(_ text: String) -> Bool {
        let end = text.lastIndex { $0.isWhitespace || $0 == "\"" }
        let word = end.map { text[text.index(after: $0)...] } ?? text[...]
        return word.drop { $0 == "<" }.hasPrefix("/") || word.contains("//")
    }

    /// `name=value` pairs, with the secret values replaced.
    package static func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "="), isSecret(pair[..<equals])
            else { return String(pair) }
            return pair[...equals] + mark
        }.joined(separator: "&")
    }

    /// JSON text, whole or cut short, with the values of secret members replaced.
    package static func json(_ text: String) -> String {
        var scanner = JSONRedactor(Array(text.utf8))
        return scanner.run()
    }

    /// Names are compared as a server reads them: `%74oken` is `token`.
    private static func isSecret(_ name: Substring) -> Bool {
        var name = String(name)
        for _ in 0..<3 where name.utf8.contains(UInt8(ascii: "%")) {
            name = PercentEncoding.decoded(name[...])
        }
        return SensitiveName.matches(name)
    }

    private static func scheme(of field: HeaderField) -> String {
        guard [.authorization, .proxyAuthorization].contains(field.name),
            let space = field.value.firstIndex(of: " ")
        else { return "" }
        return String(field.value[...space])
    }

    /// Every authority without its user information (RFC 3986 §3.2.1).
    private static func withoutUsers(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        while let slashes = rest.firstRange(of: "//") {
            output += rest[..<slashes.upperBound]
            let isAuthority = output.dropLast(2).last.map { ":<, ".contains($0) } ?? true
            rest = rest[slashes.upperBound...]
            guard isAuthority else { continue }
            let authority = rest.prefix { !"/?#<> \"".contains($0) }
            guard let at = authority.lastIndex(of: "@") else { continue }
            output += mark
            rest = rest[at...]
        }
        return output + rest
    }
}

/// A pass over JSON text that needs no whole document: what it does not understand it copies.
private struct JSONRedactor: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    private var output: [UInt8] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        output.reserveCapacity(bytes.count)
    }

    mutating func run() -> String {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\"") {
                copyStringAndValue()
            } else {
                output.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A string is a name when a colon follows; a secret one takes its value with it.
    private mutating func copyStringAndValue() {
        let start = position
        skipString()
        let name = bytes[start..<position]
        output.append(contentsOf: name)
        let afterName = position
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            position = afterName
            return
        }
        position += 1
        skipSpace()
        output.append(contentsOf: bytes[afterName..<position])
        guard SensitiveName.matches(Self.plain(name)), position < bytes.count else { return }
        skipValue()
        output.append(contentsOf: "\"\(Redaction.mark)\"".utf8)
    }

    /// A name without quotes, and with its escapes undone (RFC 8259 §7).
    private static func plain(_ name: ArraySlice<UInt8>) -> String {
        let text = String(decoding: name, as: UTF8.self).filter { $0 != "\"" }
        let pieces = text.split(separator: "\\", omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(String(pieces.first ?? "")) { plain, piece in
            let digits = piece.dropFirst().prefix(4)
            guard piece.first == "u", digits.count == 4,
                let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            else { return plain + piece }
            return plain + String(Character(scalar)) + piece.dropFirst(5)
        }
    }

    private mutating func skipString() {
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position = min(position + 2, bytes.count)
            case UInt8(ascii: "\""):
                position += 1
                return
            default: position += 1
            }
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    private mutating func skipValue() {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                skipString()
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            case UInt8(ascii: ","):
                if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}
