package import VencejoCache
import VencejoHTTP

/// A stored answer without its body and its key, as bytes.
///
///     1 │ status │ version │ times │ range │ flags │ fields │ selection │ codings │ tags
///
/// Numbers are eight bytes, texts have their length before them. What cannot be read is nil.
package enum HeadCoder: Sendable {
    private static let version: UInt8 = 1

    package static func encode(_ response: StoredResponse) -> [UInt8] {
        var writer = Writer()
        writer.bytes.append(version)
        writer.add(response.status.code)
        writer.add(response.version.major * 16 + response.version.minor)
        writer.add(response.requested)
        writer.add(response.received)
        writer.add(response.range?.bytes?.lowerBound ?? -1)
        writer.add(response.range?.bytes?.upperBound ?? -1)
        writer.add(response.range?.completeLength ?? -1)
        writer.add((response.isInvalidated ? 1 : 0) | (response.selection.isNever ? 2 : 0))
        writer.add(response.headers.count)
        for field in response.headers {
            writer.add(field.name.rawValue)
            writer.add(field.value)
        }
        writer.add(response.selection.fields.count)
        for field in response.selection.fields {
            writer.add(field.name)
            writer.add(field.value == nil ? 0 : 1)
            writer.add(field.value ?? "")
        }
        writer.add(response.undecodedCodings)
        writer.add(response.tags.sorted())
        return writer.bytes
    }

    package static func decode(
        _ bytes: [UInt8],
        id: Int64,
        key: CacheKey,
        length: Int,
        body: [UInt8]?
    ) -> StoredResponse? {
        var reader = Reader(bytes)
        guard reader.byte() == version, let status = reader.int(),
            let protocolVersion = reader.int(),
            let requested = reader.int(), let received = reader.int(), let first = reader.int(),
            let last = reader.int(), let total = reader.int(), let flags = reader.int(),
            let fields = reader.list({ reader in
                guard let name = reader.text(), let value = reader.text() else {
                    return nil as HeaderField?
                }
                return HeaderField(HeaderName(name), value)
            }),
            let selection = reader.list({ reader in
                guard let name = reader.text(), let isThere = reader.int(),
                    let value = reader.text()
                else { return nil as Selection.Field? }
                return Selection.Field(name: name, value: isThere == 1 ? value : nil)
            }),
            let codings = reader.list({ $0.text() }), let tags = reader.list({ $0.text() }),
            reader.isAtEnd
        else { return nil }
        var range: ContentRange?
        if first >= 0 {
            guard first <= last, last < 1 << 62 else { return nil }
            range = ContentRange(bytes: first...last, completeLength: total < 0 ? nil : total)
        }
        return StoredResponse(
            id: id,
            key: key,
            status: HTTPStatus(status),
            version: HTTPVersion(major: protocolVersion / 16, minor: protocolVersion % 16),
            headers: Headers(fields),
            undecodedCodings: codings,
            selection: Selection(fields: selection, isNever: flags & 2 != 0),
            requested: requested,
            received: received,
            range: range,
            length: length,
            isInvalidated: flags & 1 != 0,
            tags: Set(tags),
            inlineBody: body
        )
    }

    private struct Writer {
        var bytes: [UInt8] = []

        mutating func add(_ number: Int) {
            var rest = UInt64(bitPattern: Int64(number))
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }

        mutating func add(_ text: String) {
            add(text.utf8.count)
            bytes += text.utf8
        }

        mutating func add(_ texts: [String]) {
            add(texts.count)
            for text in texts { add(text) }
        }
    }

    private struct Reader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position == bytes.count }

        mutating func byte() -> UInt8? {
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return bytes[position]
        }

        mutating func int() -> Int? {
            guard bytes.count - position >= 8 else { return nil }
            var value: UInt64 = 0
            for offset in 0..<8 { value |= UInt64(bytes[position + offset]) << UInt64(8 * offset) }
            position += 8
            return Int(exactly: Int64(bitPattern: value))
        }

        mutating func text() -> String? {
            guard let count = int(), count >= 0, count <= bytes.count - position else { return nil }
            defer { position += count }
            return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
        }

        mutating func list<Element>(_ read: (inout Reader) -> Element?) -> [Element]? {
            guard let count = int(), count >= 0, count <= bytes.count - position else { return nil }
            var list: [Element] = []
            for _ in 0..<count {
                guard let element = read(&self) else { return nil }
                list.append(element)
            }
            return list
        }
    }
}
