extension Link {
    /// The links of every line of the field, in order (RFC 8288 appendix B.2).
    ///
    /// What is no link ends its line; the lines before and after it still count.
    public static func parse(_ values: some Sequence<String>) -> [Link] {
        values.flatMap { value in
            var reader = Reader(scanner: FieldScanner(value))
            return reader.links()
        }
    }

    private struct Reader {
        var scanner: FieldScanner

        mutating func links() -> [Link] {
            var links: [Link] = []
            while true {
                scanner.skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
                guard scanner.take("<") else { return links }
                let target = scanner.text { $0 != UInt8(ascii: ">") }
                guard scanner.take(">") else { return links }
                links.append(Link(target: target.trimmingBlanks, parameters: parameters()))
                scanner.skipBlanks()
                guard scanner.next == UInt8(ascii: ",") else { return links }
            }
        }

        /// RFC 8288 appendix B.3; names in lower case.
        private mutating func parameters() -> [(name: String, value: String)] {
            var parameters: [(name: String, value: String)] = []
            while true {
                scanner.skipBlanks()
                guard scanner.take(";") else { return parameters }
                scanner.skipBlanks()
                let name = scanner.text { !Self.endsName.contains($0) }.lowercased()
                scanner.skipBlanks()
                if scanner.take("=") {
                    parameters.append((name, value()))
                } else if !name.isEmpty {
                    parameters.append((name, ""))
                }
            }
        }

        private mutating func value() -> String {
            scanner.skipBlanks()
            if scanner.take("\"") { return scanner.quoted().text }
            return scanner.text { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
                .trimmingBlanks
        }

        private static let endsName = Set("=;, \t".utf8)
    }

    private init(target: String, parameters: [(name: String, value: String)]) {
        // Of several `rel` and `anchor` the first counts (RFC 8288 §3.2, §3.3).
        let relations = parameters.first { $0.name == "rel" }?.value ?? ""
        self.init(
            target: target,
            relations: relations.split { $0 == " " || $0 == "\t" }.map(String.init),
            anchor: parameters.first { $0.name == "anchor" }?.value,
            attributes: Self.attributes(parameters)
        )
    }

    /// The rest, where a readable `name*` stands for `name` (RFC 8288 §3.4).
    private static func attributes(_ parameters: [(name: String, value: String)]) -> [Attribute] {
        let readable = parameters.map { parameter in
            parameter.name.utf8.last == UInt8(ascii: "*") ? ExtendedValue(parameter.value) : nil
        }
        let extended = Set(zip(parameters, readable).filter { $1 != nil }.map(\.0.name))
        var attributes: [Attribute] = []
        for ((name, value), text) in zip(parameters, readable) {
            let isExtended = name.utf8.last == UInt8(ascii: "*")
            let base = isExtended ? String(name.dropLast()) : name
            guard base != "rel", base != "anchor" else { continue }
            if let text {
                attributes.append(Attribute(name: base, value: text.value, language: text.language))
            } else if !isExtended, !extended.contains(name + "*") {
                attributes.append(Attribute(name: name, value: value))
            }
        }
        var seen: Set<String> = []
        return attributes.filter { !single.contains($0.name) || seen.insert($0.name).inserted }
    }

    /// Parameters of which only the first counts (RFC 8288 §3.4.1).
    private static let single: Set<String> = ["title", "type", "media"]
}

/// A parameter value that names its encoding and language (RFC 8187 §3.2).
struct ExtendedValue: Sendable {
    let value: String
    let language: String

    /// Reads `UTF-8'de'n%C3%A4chstes`; `nil` where encoding or escapes are not to be read.
    init?(_ text: String) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "'"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard parts.count == 3 else { return nil }
        language = String(Substring(parts[1]))
        guard Self.areEscapesWhole(parts[2]) else { return nil }
        let bytes = PercentEncoding.decodedBytes(Substring(parts[2]))
        switch Substring(parts[0]).lowercased() {
        case "utf-8":
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            value = text
        case "iso-8859-1":
            value = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func areEscapesWhole(_ text: Substring.UTF8View) -> Bool {
        let bytes = Array(text)
        return bytes.indices.allSatisfy { index in
            bytes[index] != UInt8(ascii: "%")
                || index + 2 < bytes.count && bytes[index + 1].hexDigit != nil
                    && bytes[index + 2].hexDigit != nil
        }
    }
}
