import VencejoHTTP

/// A settled answer as the bytes of an HTTP/1.1 message (RFC 9112).
enum MessageBytes: Sendable {
    static func make(
        _ response: MockResponse,
        for request: RecordedRequest,
        closing: Bool
    ) -> [UInt8] {
        let isWithoutContent = response.status.hasNoContent || request.method == .head
        var bytes = head(response, closing: closing)
        switch response.delivery.way {
        case .raw:
            return response.body
        case .never:
            return []
        case .whole:
            bytes += response.body
        case .chunked(let size):
            if !isWithoutContent { bytes += chunks(response.body, size) }
        case .cutShort(let count):
            bytes += response.body
            return Array(bytes.prefix(count))
        }
        return bytes
    }

    private static func head(_ response: MockResponse, closing: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n"
        for field in response.headers where field.name.isToken {
            head += "\(field.name.rawValue): \(onOneLine(field.value))\r\n"
        }
        if case .chunked = response.delivery.way, !response.status.hasNoContent {
            head += "Transfer-Encoding: chunked\r\n"
        }
        if closing, !response.headers.contains(.connection) { head += "Connection: close\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// CR, LF and NUL become blanks (RFC 9110 §5.5).
    private static func onOneLine(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
            return value
        }
        let bytes = value.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func chunks(_ body: [UInt8], _ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var start = 0
        while start < body.count {
            let end = min(body.count, start + size)
            bytes += Array("\(String(end - start, radix: 16))\r\n".utf8)
            bytes += body[start..<end]
            bytes += [0x0D, 0x0A]
            start = end
        }
        return bytes + Array("0\r\n\r\n".utf8)
    }
}
