import VencejoHTTP

/// One part of a form (RFC 7578).
package struct FormPart: Sendable, Hashable {
    package var name: String
    /// Of files only.
    package var fileName: String?
    /// `text/plain` where the part says nothing (RFC 7578 §4.4).
    package var contentType: String?
    package var content: [UInt8]

    package init(
        name: String,
        fileName: String? = nil,
        contentType: String? = nil,
        content: [UInt8] = []
    ) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.content = content
    }
}

// Writing.
extension FormPart {
    /// What stands before the content, after the WHATWG's algorithm.
    package func head(boundary: String) -> [UInt8] {
        var text = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { text += "; filename=\"\(Self.escaped(fileName))\"" }
        text += "\r\n"
        if let contentType { text += "Content-Type: \(Self.onOneLine(contentType))\r\n" }
        return Array((text + "\r\n").utf8)
    }

    /// What stands behind the last part.
    package static func close(boundary: String) -> [UInt8] { Array("--\(boundary)--\r\n".utf8) }

    /// A whole form.
    package static func write(_ parts: [FormPart], boundary: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in parts { bytes += part.head(boundary: boundary) + part.content + [0x0D, 0x0A] }
        return bytes + close(boundary: boundary)
    }

    private static func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x0A: result += Array("%0A".utf8)
            case 0x0D: result += Array("%0D".utf8)
            case 0x22: result += Array("%22".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func onOneLine(_ text: String) -> String {
        let bytes = text.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// Reading.
extension FormPart {
    /// The parts of a form, in order.
    ///
    /// - Parameters:
    ///   - body: The form.
    ///   - boundary: The parameter of the media type.
    ///   - chunkSize: How many bytes are looked at at once.
    ///   - maximumParts: The most parts that are taken.
    package static func read(
        _ body: [UInt8],
        boundary: String,
        chunkSize: Int = .max,
        maximumParts: Int = 10_000
    ) throws(MultipartFault) -> [FormPart] {
        var parser = MultipartParser(boundary: boundary)
        var parts: [FormPart] = []
        var current: FormPart?
        var encoding = ""
        var position = 0
        while position < body.count {
            let end = position + min(max(1, chunkSize), body.count - position)
            for event in try parser.feed(Array(body[position..<end])) {
                switch event {
                case .part(let headers):
                    guard parts.count < maximumParts else { throw .tooLarge }
                    current = try FormPart(headers)
                    encoding = headers["Content-Transfer-Encoding"]?.lowercased() ?? ""
                case .content(let bytes): current?.content += bytes
                case .endOfPart:
                    guard var part = current else { continue }
                    part.content = try TransferCoding.decode(part.content, encoding)
                    parts.append(part)
                    current = nil
                }
            }
            position = end
        }
        try parser.end()
        return parts
    }

    private init(_ headers: Headers) throws(MultipartFault) {
        let field = headers["Content-Disposition"] ?? ""
        let (kind, parameters) = Self.parameters(field)
        guard kind == "form-data", let name = parameters["name"] else { throw .unnamed }
        self.init(
            name: name,
            fileName: parameters["filename"],
            contentType: headers[.contentType]
        )
    }

    /// The parameters of a disposition, the first of each name; browsers write no escapes but `%`.
    private static func parameters(_ field: String) -> (String, [String: String]) {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var previous: UInt8 = 0
        for byte in field.utf8 {
            if byte == 0x22, previous != 0x5C { isQuoted.toggle() }
            if byte == 0x3B, !isQuoted {
                parts.append([])
            } else {
                parts[parts.count - 1].append(byte)
            }
            previous = byte
        }
        let texts = parts.map { ExtensionElement.trimmed(String(decoding: $0, as: UTF8.self)) }
        var values: [String: String] = [:]
        for text in texts.dropFirst() {
            guard let equals = text.firstIndex(of: "=") else { continue }
            let name = ExtensionElement.trimmed(String(text[..<equals])).lowercased()
            var value = ExtensionElement.trimmed(String(text[text.index(after: equals)...]))
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = unescaped(String(value.dropFirst().dropLast()))
            }
            if values[name] == nil { values[name] = value }
        }
        return (texts.first?.lowercased() ?? "", values)
    }

    private static func unescaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x5C, index + 1 < bytes.count, bytes[index + 1] == 0x22 {
                result.append(0x22)
                index += 2
            } else if bytes[index] == 0x25, index + 2 < bytes.count,
                let byte = escapes[String(decoding: bytes[index + 1...index + 2], as: UTF8.self)]
            {
                result.append(byte)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let escapes: [String: UInt8] = [
        "22": 0x22, "0D": 0x0D, "0d": 0x0D, "0A": 0x0A, "0a": 0x0A,
    ]
}
