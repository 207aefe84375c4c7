package import VencejoHTTP

/// Secrets taken out of what is shown.
package enum Redaction {
    package static let mark = "<redacted>"

    /// Fields, with the values of the secret ones replaced; a scheme such as `Bearer` stays.
    package static func headers(_ headers: Headers) -> Headers {
        Headers(
            headers.map { field in
                guard SensitiveName.matches(field.name) else {
                    return isAddress(field.name)
                        ? HeaderField(field.name, url(field.value)) : field
                }
                return HeaderField(field.name, scheme(of: field) + mark)
            }
        )
    }

    /// An address, with user, password and the secret query parameters replaced.
    package static func url(_ text: String) -> String {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let head = withoutUser(String(parts[0]))
        guard parts.count == 2 else { return head }
        let rest = parts[1].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = rest.count == 2 ? "#" + rest[1] : ""
        return head + "?" + form(String(rest[0])) + fragment
    }

    /// `name=value` pairs, with the secret values replaced.
    package static func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "="), SensitiveName.matches(pair[..<equals])
            else { return String(pair) }
            return pair[...equals] + mark
        }.joined(separator: "&")
    }

    /// JSON text, whole or cut short, with the values of secret members replaced.
    package static func json(_ text: String) -> String {
        var scanner = JSONRedactor(Array(text.utf8))
        return scanner.run()
    }

    private static func isAddress(_ name: HeaderName) -> Bool {
        [.location, .contentLocation, .referer, .link].contains(name)
    }

    private static func scheme(of field: HeaderField) -> String {
        guard [.authorization, .proxyAuthorization].contains(field.name),
            let space = field.value.firstIndex(of: " ")
        else { return "" }
        return String(field.value[...space])
    }

    private static func withoutUser(_ text: String) -> String {
        guard let slashes = text.firstRange(of: "://") else { return text }
        let authority = text[slashes.upperBound...].prefix { $0 != "/" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return text[..<slashes.upperBound] + mark + text[at...]
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
        let plain = String(decoding: name, as: UTF8.self).filter { $0 != "\"" }
        guard SensitiveName.matches(plain), position < bytes.count else { return }
        skipValue()
        output.append(contentsOf: "\"\(Redaction.mark)\"".utf8)
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
