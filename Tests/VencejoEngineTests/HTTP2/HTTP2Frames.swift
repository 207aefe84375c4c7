#if os(Linux)
import CNGHTTP2

/// A frame as it goes over the wire (RFC 9113 §4.1), for servers that do as a test says.
struct HTTP2Frame: Sendable, Hashable {
    enum Kind: UInt8, Sendable {
        case data
        case headers
        case priority
        case reset
        case settings
        case pushPromise
        case ping
        case goAway
        case windowUpdate
        case continuation
    }

    var kind: UInt8
    var flags: UInt8
    var stream: Int32
    var payload: [UInt8]

    init(_ kind: Kind, flags: UInt8 = 0, stream: Int32 = 0, _ payload: [UInt8] = []) {
        self.init(kind: kind.rawValue, flags: flags, stream: stream, payload: payload)
    }

    init(kind: UInt8, flags: UInt8, stream: Int32, payload: [UInt8]) {
        self.kind = kind
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    var isEnd: Bool { flags & 1 != 0 && (kind == 0 || kind == 1) }
    func `is`(_ kind: Kind) -> Bool { self.kind == kind.rawValue }

    /// The four bytes of a code, an increment or a number at a place of the payload.
    func number(at offset: Int = 0) -> Int {
        payload[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    var bytes: [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
            + [kind, flags] + Self.four(Int(stream)) + payload
    }

    static func four(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension HTTP2Frame: CustomStringConvertible {
    var description: String {
        "frame \(kind) flags \(flags) stream \(stream) \(payload.prefix(12)) of \(payload.count)"
    }
}

extension HTTP2Frame {
    static func settings(_ pairs: [(UInt8, Int)] = []) -> HTTP2Frame {
        HTTP2Frame(.settings, pairs.flatMap { [0, $0.0] + four($0.1) })
    }

    static let settingsAck = HTTP2Frame(.settings, flags: 1)

    /// A section of fields in one frame, each field a literal without index (RFC 7541 §6.2.2).
    static func head(
        _ stream: Int32,
        _ fields: [(String, String)],
        isEnd: Bool = false
    ) -> HTTP2Frame {
        HTTP2Frame(.headers, flags: isEnd ? 5 : 4, stream: stream, block(fields))
    }

    static func answer(_ stream: Int32, _ status: Int = 200, isEnd: Bool = false) -> HTTP2Frame {
        head(stream, [(":status", "\(status)")], isEnd: isEnd)
    }

    static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0] + literal($0.0) + literal($0.1) }
    }

    private static func literal(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var prefix: [UInt8] = [127]
        while rest >= 128 {
            prefix.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        return prefix + [UInt8(rest)] + bytes
    }

    static func data(_ stream: Int32, _ text: String, isEnd: Bool = true) -> HTTP2Frame {
        HTTP2Frame(.data, flags: isEnd ? 1 : 0, stream: stream, Array(text.utf8))
    }

    static func reset(_ stream: Int32, _ code: Int) -> HTTP2Frame {
        HTTP2Frame(.reset, stream: stream, four(code))
    }

    static func goAway(last: Int32, _ code: Int = 0) -> HTTP2Frame {
        HTTP2Frame(.goAway, four(Int(last)) + four(code))
    }

    static func window(_ stream: Int32, _ count: Int) -> HTTP2Frame {
        HTTP2Frame(.windowUpdate, stream: stream, four(count))
    }

    static let ping = HTTP2Frame(.ping, [UInt8](repeating: 7, count: 8))
}

/// Cuts what a client sends into frames, and reads its fields.
///
/// Unchecked: one task of a test has it.
@safe final class HTTP2FrameReader: @unchecked Sendable {
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private var rest: [UInt8] = []
    private var hasPreface = false
    private var inflater: OpaquePointer?

    init() {
        unsafe nghttp2_hd_inflate_new(&inflater)
    }

    deinit {
        unsafe nghttp2_hd_inflate_del(inflater)
    }

    func feed(_ bytes: some Sequence<UInt8>) {
        rest += bytes
    }

    /// The next frame, `nil` until it is there as a whole.
    func next() -> HTTP2Frame? {
        if !hasPreface {
            guard rest.count >= 24 else { return nil }
            hasPreface = rest.starts(with: Self.preface)
            rest.removeFirst(24)
        }
        guard rest.count >= 9 else { return nil }
        let count = rest[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard rest.count >= 9 + count else { return nil }
        let frame = HTTP2Frame(
            kind: rest[3],
            flags: rest[4],
            stream: Int32(rest[5..<9].reduce(0) { $0 << 8 | Int($1) }),
            payload: Array(rest[9..<9 + count])
        )
        rest.removeFirst(9 + count)
        return frame
    }

    /// The fields of a head in one frame, in order.
    func fields(_ frame: HTTP2Frame) -> [(String, String)] {
        var block = frame.payload
        // RFC 9113 §6.2: a priority before the fields.
        if frame.flags & 0x20 != 0 { block.removeFirst(5) }
        var fields: [(String, String)] = []
        var start = 0
        while true {
            var pair = unsafe nghttp2_nv()
            var flags: Int32 = 0
            let used = unsafe block[start...].withUnsafeBufferPointer { rest in
                let base = rest.baseAddress
                return unsafe nghttp2_hd_inflate_hd2(inflater, &pair, &flags, base, rest.count, 1)
            }
            guard used >= 0 else { return fields }
            start += used
            let isEmitted = flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0
            if isEmitted { unsafe fields.append(Self.text(pair)) }
            if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 {
                unsafe nghttp2_hd_inflate_end_headers(inflater)
                return fields
            }
            if used == 0, !isEmitted { return fields }
        }
    }

    private static func text(_ pair: nghttp2_nv) -> (String, String) {
        let name = unsafe UnsafeBufferPointer(start: pair.name, count: pair.namelen)
        let value = unsafe UnsafeBufferPointer(start: pair.value, count: pair.valuelen)
        return unsafe (
            String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)
        )
    }
}
#endif
