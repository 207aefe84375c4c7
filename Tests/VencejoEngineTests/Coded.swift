#if os(Linux)
import Testing

/// Bodies with codings on them, whole and broken.
struct Coded: Sendable, CustomTestStringConvertible {
    let coding: String
    let body: [UInt8]

    var testDescription: String { "\(coding), \(body.count) bytes" }
    /// Whether it is refused before anything of it is decoded.
    var isRefusedByName: Bool { coding.split(separator: ",").count > 5 }

    static let text = "hello hello hello hello\n"
    static let raw: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00]
    static let zlib: [UInt8] =
        [0x78, 0xDA] + raw + [0x70, 0xBE, 0x08, 0xBB]
    static let gzip: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + raw
        + [0x00, 0x88, 0x59, 0x0B] + [24, 0, 0, 0]

    static let br: [UInt8] = [
        0x1B, 0x17, 0x00, 0xF8, 0x8D, 0x94, 0x6E, 0xDE, 0x44, 0x55, 0x86, 0xD6, 0x0A, 0x20, 0x6C,
        0x6F,
        0x4A, 0x11, 0x79, 0xE2, 0x80, 0xAE, 0x16,
    ]
    static let zstd: [UInt8] = [
        0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x18, 0x6D, 0x00, 0x00, 0x38, 0x68, 0x65, 0x6C, 0x6C, 0x6F,
        0x20,
        0x0A, 0x01, 0x00, 0x99, 0x4B, 0x11,
    ]
    /// The same with a window of 16 MiB, twice what RFC 9659 allows.
    static let wideZstd: [UInt8] =
        [
            0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70, 0x6C, 0x00, 0x00, 0x38, 0x68, 0x65, 0x6C, 0x6C,
            0x6F,
            0x20,
        ]
        + [0x0A, 0x01, 0x00, 0x99, 0x4B, 0x11, 0x01, 0x00, 0x00]
    /// 10 MiB of zeros in 27 bytes.
    static let bomb: [UInt8] = [
        0xCB, 0xFF, 0xFF, 0x3F, 0xF8, 0x27, 0x00, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x2F, 0xFF,
        0xFF,
        0x3F, 0xF0, 0x4F, 0x00, 0xC4, 0x61, 0x11, 0x80, 0xEE, 0xFD, 0x07,
    ]

    /// A gzip member that holds bytes as they are.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        func little(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let length = UInt32(bytes.count)
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(length, 2) + little(~length, 2)
            + bytes
            + little(~sum, 4) + little(length, 4)
    }

    static let whole: [Coded] = samples([
        ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("deflate", zlib), ("deflate", raw),
        ("identity", Array(text.utf8)), ("gzip, identity", gzip), ("br", br), ("zstd", zstd),
        ("br, gzip", stored(br)), ("gzip, gzip, gzip", stored(stored(gzip))),
        ("zstd, X-Gzip ,,", stored(zstd)), ("gzip", gzip + Array("junk".utf8)),
    ])

    static let broken: [Coded] = samples([
        ("gzip", gzip.dropLast()), ("gzip", Array(gzip.prefix(12))), ("deflate", zlib.dropLast(2)),
        ("deflate", raw.dropLast(3)), ("deflate", [0x78]), ("gzip", [1, 2, 3]),
        ("gzip", gzip + gzip.dropLast()), ("gzip", gzip.dropLast(8) + [9, 9, 9, 9, 24, 0, 0, 0]),
        ("br", br.dropLast()), ("br", [UInt8](repeating: 0xFF, count: 9)),
        ("zstd", zstd.dropLast()), ("zstd", gzip), ("zstd", wideZstd),
        ("br, gzip", stored(br.dropLast())), ("gzip, gzip", stored(gzip.dropLast())),
        ("gzip, gzip, gzip, gzip, gzip, gzip", gzip),
    ])

    private static func samples(_ list: [(String, [UInt8])]) -> [Coded] {
        list.map { Coded(coding: $0.0, body: $0.1) }
    }
}
#endif
