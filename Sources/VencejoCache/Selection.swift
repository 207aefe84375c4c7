import VencejoCore
import VencejoDigest
package import VencejoHTTP

/// The fields of a request that chose a stored answer, in a form in which equal ones are equal.
package struct Selection: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package let name: String
        /// Nil where the request had none.
        package let value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    package let fields: [Field]
    /// Whether no request will do but one that the server is asked about.
    package let isNever: Bool

    package init(fields: [Field], isNever: Bool) {
        self.fields = fields
        self.isNever = isNever
    }

    /// What chose an answer (RFC 9111 §4.1).
    ///
    /// - Parameters:
    ///   - asked: The request as the cache saw it.
    ///   - sent: The request as it left: what was added on the way cannot be known the next time.
    package init(_ vary: Vary, asked: Headers, sent: Headers) {
        var fields: [Field] = []
        var isNever = vary.isAny
        for name in vary.names {
            let value = Self.normal(name, asked)
            if value != Self.normal(name, sent), !Self.isSetByTransport(name) { isNever = true }
            fields.append(Field(name: name.rawValue.lowercased(), value: value))
        }
        self.fields = fields
        self.isNever = isNever
    }

    /// Whether a request would be given the answer.
    package func accepts(_ headers: Headers) -> Bool {
        !isNever
            && fields.allSatisfy { $0.value == Self.normal(HeaderName($0.name), headers) }
    }

    /// The transport fills these in the same way for every request that has none.
    private static func isSetByTransport(_ name: HeaderName) -> Bool {
        name == .acceptEncoding || name == .userAgent || name == .host || name == .connection
    }

    /// One value for what means the same; a digest for what is secret.
    static func normal(_ name: HeaderName, _ headers: Headers) -> String? {
        let lines = headers.values(of: name)
        guard !lines.isEmpty else { return nil }
        if SensitiveName.matches(name) {
            return Hash.hex(.sha256, of: lines.joined(separator: ",")) ?? ""
        }
        var members = lines.flatMap(members)
        if name == .acceptLanguage || name == .acceptEncoding || name == "Accept-Charset" {
            // These compare without case, and their order has no meaning (RFC 9110 §12.5).
            members = members.map { member in
                member.lowercased().utf8.filter { $0 != 0x20 && $0 != 0x09 }
            }
            .map { String(decoding: $0, as: UTF8.self) }
            .sorted()
        }
        return members.joined(separator: ",")
    }

    /// The parts between commas that stand outside quotes, without blanks around them.
    private static func members(_ line: String) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        var (isQuoted, isEscaped) = (false, false)
        for byte in line.utf8 {
            if byte == UInt8(ascii: ","), !isQuoted {
                parts.append(String(decoding: part, as: UTF8.self))
                part = []
                continue
            }
            if isQuoted, !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
                isEscaped = false
            }
            part.append(byte)
        }
        parts.append(String(decoding: part, as: UTF8.self))
        return parts.map(\.trimmingBlanks).filter { !$0.isEmpty }
    }
}
