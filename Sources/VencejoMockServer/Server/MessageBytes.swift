import VencejoHTTP

/// The head of a settled answer as bytes (RFC 9112 §4 and §5).
enum MessageBytes: Sendable {
    /// Interim answers, and the head; of a raw answer all there is.
    ///
    /// The count is that of the head alone, to which places in the message refer.
    static func head(
        _ response: MockResponse,
        closing: Bool
    ) -> (interim: [UInt8], head: [UInt8], headCount: Int) {
        let interim = interim(response.interim)
        if response.delivery == .raw {
            return (interim, response.body, headCount(response.body))
        }
        if response.delivery == .never { return (interim, [], 0) }
        var head = statusLine(response) + fields(response.headers)
        if case .chunked = response.delivery.way, !response.status.hasNoContent {
            head += Array("Transfer-Encoding: chunked\r\n".utf8)
        }
        if closing, !response.headers.contains(.connection) {
            head += Array("Connection: close\r\n".utf8)
        }
        head += [13, 10]
        return (interim, head, head.count)
    }

    /// Interim answers alone.
    static func interim(_ answers: [MockResponse]) -> [UInt8] {
        answers.flatMap { statusLine($0) + fields($0.headers) + [13, 10] }
    }

    static func fields(_ headers: Headers) -> [UInt8] {
        var lines = ""
        for field in headers where field.name.isToken {
            lines += "\(field.name.rawValue): \(onOneLine(field.value))\r\n"
        }
        return Array(lines.utf8)
    }

    private static func statusLine(_ response: MockResponse) -> [UInt8] {
        Array("HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n".utf8)
    }

    /// Up to the first empty line, or all.
    private static func headCount(_ bytes: [UInt8]) -> Int {
        let end: [UInt8] = [13, 10, 13, 10]
        var index = 0
        while index + 4 <= bytes.count {
            if bytes[index] == 13, bytes[index..<index + 4].elementsEqual(end) { return index + 4 }
            index += 1
        }
        return bytes.count
    }

    /// CR, LF and NUL become blanks (RFC 9110 §5.5).
    private static func onOneLine(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
            return value
        }
        let bytes = value.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
