/// A number that changes with the bytes: finds damage, keeps no secret.
struct Checksum: Sendable {
    private var state: UInt64

    /// Begins with what the bytes belong to, so that bytes of another place do not pass.
    init(_ place: Int64...) {
        state = 0x9E37_79B9_7F4A_7C15
        for number in place { mix(UInt64(bitPattern: number)) }
    }

    private mutating func mix(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        state = (product.high ^ product.low) &+ 0x9E37_79B9_7F4A_7C15
    }

    mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var index = 0
            while index + 8 <= buffer.count {
                mix(
                    UInt64(
                        littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    )
                )
                index += 8
            }
            var rest: UInt64 = 0
            while index < buffer.count {
                rest = rest << 8 | UInt64(buffer[index])
                index += 1
            }
            mix(rest)
            mix(UInt64(buffer.count))
        }
    }

    var value: Int64 { Int64(bitPattern: state) }

    static func of(_ bytes: [UInt8], _ first: Int64 = 0, _ second: Int64 = 0) -> Int64 {
        var sum = Checksum(first, second)
        sum.add(bytes)
        return sum.value
    }
}
