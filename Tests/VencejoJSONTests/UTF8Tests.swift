import Testing
import VencejoJSON

@Suite struct `Text in UTF-8` {
    struct Dice {
        var state: UInt64 = 7
        mutating func roll(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }

    /// Whole characters of every length, their borders, and bytes that are none.
    static let pieces: [[UInt8]] = [
        [0x61], [0x7F], [0x20], [0xC2, 0x80], [0xC3, 0xB1], [0xDF, 0xBF], [0xE0, 0xA0, 0x80],
        [0xE2, 0x82, 0xAC], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF],
        [0xF0, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ]
    static let broken: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0xC3], [0xC3, 0x41],
        [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        [0xF0, 0x9F, 0x98], [0xC3, 0xB1, 0xB1], [0xE2, 0x82, 0xAC, 0xAC],
    ]

    @Test func `is taken as Swift takes it, wherever its characters lie in a word`() throws {
        var dice = Dice()
        var refused = 0
        for _ in 0..<60_000 {
            var bytes: [UInt8] = []
            for _ in 0..<dice.roll(14) { bytes += Self.pieces[dice.roll(Self.pieces.count)] }
            if dice.roll(2) == 0 {
                let place = dice.roll(bytes.count + 1)
                bytes.insert(contentsOf: Self.broken[dice.roll(Self.broken.count)], at: place)
            }
            let text = String(validating: bytes, as: UTF8.self)
            // What follows matters: the string may end the text, or stand in front of more.
            let rest: [UInt8] = dice.roll(2) == 0 ? [] : Array(repeating: 0x20, count: 9)
            let read = try? JSON().decode(String.self, from: [0x22] + bytes + [0x22] + rest)
            guard read.map({ Array($0.utf8) }) == text.map({ Array($0.utf8) }) else {
                Issue.record("\(bytes) became \(String(describing: read))")
                return
            }
            if text == nil { refused += 1 }
        }
        #expect(refused > 10_000)
    }

    @Test func `may stand beside escapes in every order`() throws {
        let parts = [
            ("a", "a"), ("ñ", "ñ"), ("€", "€"), ("😀", "😀"), (#"\u0061"#, "a"), (#"\u00F1"#, "ñ"),
            (#"\u20ac"#, "€"), (#"\ud83d\uDE00"#, "😀"), (#"\n"#, "\n"), (#"\""#, "\""),
            (#"\\"#, "\\"), (#"\u0000"#, "\0"), (#"\u07ff"#, "\u{7FF}"), (#"\u0800"#, "\u{800}"),
        ]
        var dice = Dice(state: 11)
        for _ in 0..<20_000 {
            let chosen = (0..<dice.roll(12)).map { _ in parts[dice.roll(parts.count)] }
            let text = "\"\(chosen.map(\.0).joined())\""
            let read = try JSON().decode(String.self, from: text)
            let wanted = chosen.map(\.1).joined()
            guard Array(read.utf8) == Array(wanted.utf8) else {
                Issue.record("\(text) became \(read)")
                return
            }
        }
    }

    @Test func `has no escape that is half a character, or of other digits`() {
        for escape in [
            #"\ud83d"#, #"\ude00"#, #"\ud83dx"#, #"\ud83d\u0061"#, #"\ud83d\ud83d"#, #"\u00g0"#,
            #"\u 061"#, #"\u+061"#, #"\u006"#, #"\U0061"#, #"\u０061"#, #"\u00/0"#, #"\u00:0"#,
            #"\u00@0"#, #"\u00`0"#, #"\u00\u00"#, #"\x41"#, #"\'"#,
        ] {
            for text in ["\"\(escape)\"", "\"\(escape)        \"", "\"aaaaaaa\(escape)\""] {
                #expect(throws: JSONError.self) { try JSON().decode(String.self, from: text) }
            }
        }
    }
}
