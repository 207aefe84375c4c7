import Foundation
import Testing
import VencejoJSON

@Suite struct `A double` {
    /// How many values each kind gets; `VENCEJO_DOUBLES=2500000` makes it ten million in all.
    static let count =
        ProcessInfo.processInfo.environment["VENCEJO_DOUBLES"].flatMap { Int($0) } ?? 4000

    enum Kind: CaseIterable { case bits, digits, long, halfway }

    struct Dice {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 29) &* 0x9E37_79B9_7F4A_7C15
        }
        mutating func roll(_ limit: Int) -> Int { Int(next() >> 33) % limit }
        mutating func digits(_ count: Int) -> String {
            String((0..<count).map { _ in Character(Unicode.Scalar(UInt8(48 + roll(10)))) })
        }
    }

    static func nearest(_ text: String) -> Double { unsafe strtod(text, nil) }

    static func text(_ kind: Kind, _ dice: inout Dice) -> String {
        switch kind {
        case .bits:
            let value = Double(bitPattern: dice.next())
            return value.isFinite ? "\(value)" : "1"
        case .digits:
            return "\(dice.roll(9) + 1).\(dice.digits(dice.roll(20) + 1))e\(dice.roll(640) - 330)"
        case .long:
            let whole = "\(dice.roll(9) + 1)\(dice.digits(dice.roll(30)))"
            return "-\(whole).\(dice.digits(dice.roll(30) + 1))"
        case .halfway:
            let value = Double(bitPattern: dice.next() >> 2)
            return String(format: "%.\(dice.roll(10) + 12)e", value.isFinite ? value : 1)
        }
    }

    @Test(arguments: Kind.allCases)
    func `is the one that strtod finds`(kind: Kind) throws {
        var dice = Dice(state: 42)
        var done = 0
        while done < Self.count {
            let texts = (0..<1000).map { _ in Self.text(kind, &dice) }
            let kept = texts.filter { text in
                let value = Self.nearest(text)
                return value.isFinite && value != 0
            }
            let values = try JSON().decode([Double].self, from: "[\(kept.joined(separator: ","))]")
            for (text, value) in zip(kept, values) where value != Self.nearest(text) {
                Issue.record("\(text) became \(value)")
            }
            #expect(values.count == kept.count)
            done += texts.count
        }
    }

    @Test(arguments: [
        "0", "-0", "0.0", "0e5", "-0e-999", "1", "9007199254740993", "9007199254740992.5", "1e22",
        "1e23", "123456789012345678901234567890", "4.9406564584124654e-324",
        "2.4703282292062328e-324",
        "2.2250738585072011e-308", "2.2250738585072014e-308", "1.7976931348623157e308",
        "1.7976931348623158e308", "0.000000000000000000000000000000000000001",
        "8.5e-5", "1.00000005960464477550", "0.1234567890123456789", "12345678.12345678",
        "1234567812345678.12345678", "100000000000000016777215", "100000000000000016777216",
    ])
    func `at a border is the one that strtod finds`(text: String) throws {
        let value = try JSON().decode(Double.self, from: text)
        #expect(value.bitPattern == Self.nearest(text).bitPattern)
    }

    @Test(arguments: ["1e400", "-1e400", "1e-400", "1.8e308", "1e309", "2.4e-324", "1e99999999999"])
    func `that is too large or too small is an error`(text: String) {
        #expect(throws: JSONError.self) { try JSON().decode(Double.self, from: text) }
    }
}
