/// The documents that are read and written, made anew in each run and the same in each.
enum Payloads {
    static func user() -> [UInt8] {
        var dice = Dice(1)
        return Array(user(&dice, 1, pretty: true).utf8)
    }

    /// About 100 KB.
    static func users() -> [UInt8] {
        var dice = Dice(2)
        return Array("[\((1...106).map { user(&dice, $0) }.joined(separator: ","))]".utf8)
    }

    private static func user(_ dice: inout Dice, _ id: Int, pretty: Bool = false) -> String {
        let name = "\(dice.pick(PayloadText.given)) \(dice.pick(PayloadText.family))"
        let login = "user\(id)"
        let text: [String] = [
            #""id": \#(id)"#,
            #""username": "\#(login)""#,
            #""full_name": "\#(name)""#,
            #""email": "\#(login)@correo.example""#,
            #""phone": "+34 6\#(dice.roll(10_000_000...99_999_999))""#,
            #""role": "\#(dice.pick(["admin", "editor", "reader"]))""#,
            #""is_active": \#(dice.chance(80))"#,
            #""is_verified": \#(dice.chance(50))"#,
            #""level": \#(dice.roll(1...99))"#,
            #""score": \#(dice.roll(10_000)).\#(dice.roll(1...99))"#,
            #""login_count": \#(dice.roll(100_000))"#,
            #""created_at": "\#(PayloadText.date(&dice))""#,
            #""updated_at": "\#(PayloadText.date(&dice))""#,
            #""last_login_at": \#(dice.chance(30) ? "null" : "\"\(PayloadText.date(&dice))\"")"#,
            #""avatar_url": \#(dice.chance(50) ? "null" : "\"https://img.example/\(id).png\"")"#,
            #""bio": \#(!pretty && dice.chance(50) ? "null" : "\"\(PayloadText.sentence(&dice, 20))\"")"#,
            address(&dice),
            #""company": {"company_name": "\#(dice.pick(PayloadText.family)) S.A.", "#
                + #""catch_phrase": "\#(PayloadText.sentence(&dice, 5))", "employee_count": 12}"#,
            #""prefs": {"theme": "\#(dice.pick(["light", "dark"]))", "language": "es", "#
                + #""email_notifications": \#(dice.chance(50)), "items_per_page": 25}"#,
            #""tags": ["\#(dice.pick(PayloadText.words))", "\#(dice.pick(PayloadText.words))"]"#,
        ]
        let joined = text.joined(separator: pretty ? ",\n  " : ", ")
        return pretty ? "{\n  \(joined)\n}" : "{\(joined)}"
    }

    private static func address(_ dice: inout Dice) -> String {
        let geo =
            #"{"lat": 40.\#(dice.roll(100_000...999_999)), "lng": -3.\#(dice.roll(1000...9999))}"#
        return #""address": {"street": "Calle de \#(dice.pick(PayloadText.family)) "#
            + #"\#(dice.roll(1...200))", "suite": null, "city": "\#(dice.pick(PayloadText.cities))""#
            + #", "zip_code": "\#(dice.roll(10_000...52_999))", "geo": \#(geo)}"#
    }
}
