/// What a frame is for (RFC 6455 §5.2); other values are reserved.
package enum WebSocketOpcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    package var isControl: Bool { rawValue >= 8 }
}

/// What stands before the payload of a frame (RFC 6455 §5.2).
package struct WebSocketFrameHeader: Sendable, Hashable {
    package var isFinal = true
    /// RSV1: the message is compressed (RFC 7692 §6).
    package var isCompressed = false
    package var opcode: WebSocketOpcode
    /// The four octets that the payload is masked with, the first in the highest byte.
    package var mask: UInt32?
    /// In bytes.
    package var length: Int

    package init(_ opcode: WebSocketOpcode, length: Int) {
        self.opcode = opcode
        self.length = length
    }

    /// How long a header with these first two bytes is.
    static func size(_ second: UInt8) -> Int {
        let length = second & 0x7F
        return 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + (second & 0x80 == 0 ? 0 : 4)
    }

    /// Reads a whole header.
    init(parsing bytes: [UInt8]) throws(WebSocketFault) {
        let (first, second) = (bytes[0], bytes[1])
        guard first & 0x30 == 0 else { throw .breach("reserved bits are set") }
        guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else {
            throw .breach("opcode \(first & 0x0F) is reserved")
        }
        self.opcode = opcode
        isFinal = first & 0x80 != 0
        isCompressed = first & 0x40 != 0
        var next = 2
        var length = UInt64(second & 0x7F)
        if length > 125 {
            let size = length == 126 ? 2 : 8
            length = Self.number(bytes[2..<2 + size])
            next += size
            // The shortest form is the only one.
            guard length > (size == 2 ? 125 : 0xFFFF), length >> 63 == 0 else {
                throw .breach("a length that is not in its shortest form")
            }
        }
        self.length = Int(length)
        if second & 0x80 != 0 { mask = UInt32(Self.number(bytes[next..<next + 4])) }
        guard opcode.isControl else { return }
        guard isFinal, length <= 125, !isCompressed else {
            throw .breach("a control frame that is fragmented, compressed or too long")
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The header's bytes.
    package var bytes: [UInt8] {
        let first = opcode.rawValue | (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0)
        let masked: UInt8 = mask == nil ? 0 : 0x80
        var bytes = [first]
        switch length {
        case ...125: bytes.append(masked | UInt8(length))
        case ...0xFFFF: bytes += [masked | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
        default:
            bytes.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        }
        if let mask {
            for shift in [24, 16, 8, 0] as [UInt32] {
                bytes.append(UInt8(truncatingIfNeeded: mask >> shift))
            }
        }
        return bytes
    }
}

/// The masking of payloads (RFC 6455 §5.3), of a payload that comes in pieces.
package struct WebSocketMask: Sendable {
    private var octets: (UInt8, UInt8, UInt8, UInt8)

    package init(_ mask: UInt32) {
        octets = (
            UInt8(truncatingIfNeeded: mask >> 24), UInt8(truncatingIfNeeded: mask >> 16),
            UInt8(truncatingIfNeeded: mask >> 8), UInt8(truncatingIfNeeded: mask)
        )
    }

    /// Masks, or takes the mask off, what lies from a place to the end.
    package mutating func apply(to bytes: inout [UInt8], from start: Int) {
        var (a, b, c, d) = octets
        let end = bytes.count
        var index = start
        while end - index >= 4 {
            bytes[index] ^= a
            bytes[index + 1] ^= b
            bytes[index + 2] ^= c
            bytes[index + 3] ^= d
            index += 4
        }
        while index < end {
            bytes[index] ^= a
            (a, b, c, d) = (b, c, d, a)
            index += 1
        }
        octets = (a, b, c, d)
    }
}
