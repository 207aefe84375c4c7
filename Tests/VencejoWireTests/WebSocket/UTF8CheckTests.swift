import TestSupport
import Testing
import VencejoWire

@Suite struct `A check of a text that comes in pieces` {
    /// The standard library's own opinion of the same bytes is the measure.
    @Test func `says what the whole text says`() {
        var generator = Seeded(state: 3)
        let pieces: [[UInt8]] = [
            [0x41], [0xC3, 0xB1], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xED, 0xA0, 0x80],
            [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xFF], [0x80],
            [0xF4, 0x8F, 0xBF, 0xBF], [0xED, 0x9F, 0xBF], [0xEF, 0xBF, 0xBF], [0xE2, 0x82], [0xF0],
        ]
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...5, using: &generator)).flatMap { _ in
                pieces.randomElement(using: &generator) ?? []
            }
            var check = UTF8Check()
            let size = Int.random(in: 1...3, using: &generator)
            let isText = stride(from: 0, to: bytes.count, by: size).allSatisfy {
                check.accepts(bytes[$0..<min($0 + size, bytes.count)])
            }
            #expect(
                (isText && check.isComplete) == (String(validating: bytes, as: UTF8.self) != nil)
            )
        }
    }
}
