import Vencejo
import VencejoCache

/// The standard read literally and slowly, for one address: what may be given, and when.
///
/// It keeps every answer for ever and looks through them all each time; nothing of it is shared
/// with the cache but the words of HTTP.
struct Reference {
    struct Kept {
        var status: Int
        var fields: [(String, String)]
        var body: String
        var language: String?
        var requested: Int
        var received: Int

        func field(_ name: String) -> String? { fields.first { $0.0 == name }?.1 }

        /// The value of a directive; an empty text where it has none.
        func directive(_ name: String) -> String? {
            for part in (field("Cache-Control") ?? "").split(separator: ",") {
                let pair = part.split(separator: "=", maxSplits: 1).map {
                    String($0.filter { $0 != " " })
                }
                if pair.first == name { return pair.count > 1 ? pair[1] : "" }
            }
            return nil
        }

        // RFC 9111 §4.2.1, §4.2.2
        var lifetime: Int {
            if let text = directive("max-age") { return Int(text) ?? 0 }
            let date = moment("Date") ?? received
            if let text = field("Expires") {
                return HTTPDate(text).map { $0.secondsSince1970 - date } ?? 0
            }
            guard status == 200 || status == 404, let changed = moment("Last-Modified") else {
                return 0
            }
            return min(max(0, date - changed) / 10, 604_800)
        }

        // RFC 9111 §4.2.3
        func age(_ now: Int) -> Int {
            let apparent = max(0, received - (moment("Date") ?? received))
            let corrected = (field("Age").flatMap { Int($0) } ?? 0) + (received - requested)
            return max(apparent, corrected) + (now - received)
        }

        private func moment(_ name: String) -> Int? {
            field(name).flatMap { HTTPDate($0)?.secondsSince1970 }
        }
    }

    private(set) var kept: [Kept] = []

    enum Expected: Equatable {
        case cache(String, age: Int)
        case stale(String, age: Int)
        /// The tag and the date that are asked about, if any.
        case ask(String?, String?)
    }

    // RFC 9111 §4, §4.1
    func expected(language: String?, control: String?, now: Int) -> Expected {
        guard let index = chosen(language) else { return .ask(nil, nil) }
        let kept = kept[index]
        let ask = Expected.ask(kept.field("ETag"), kept.field("Last-Modified"))
        // A clock that went back says nothing about age.
        if now < kept.received { return ask }
        let (age, lifetime) = (kept.age(now), kept.lifetime)
        if kept.directive("no-cache") != nil || control == "no-cache" { return ask }
        let isFresh = lifetime > age
        var limit: Int?
        var minimum: Int?
        var stale: Int?
        if let control {
            let pair = control.split(separator: "=").map(String.init)
            let number = pair.count > 1 ? Int(pair[1]) : nil
            if pair[0] == "max-age" { limit = number }
            if pair[0] == "min-fresh" { minimum = number }
            if pair[0] == "max-stale" { stale = number ?? .max }
        }
        if let limit, age > limit { return ask }
        if isFresh, lifetime - age >= minimum ?? 0 { return .cache(kept.body, age: age) }
        if minimum != nil || kept.directive("must-revalidate") != nil { return ask }
        if let stale, age - lifetime <= stale { return .stale(kept.body, age: age) }
        return ask
    }

    /// The newest of those that the request would be given.
    private func chosen(_ language: String?) -> Int? {
        kept.indices.filter { index in
            kept[index].field("Vary") == nil || kept[index].language == language
        }
        .max { one, other in
            func rank(_ index: Int) -> (Int, Int, Int) {
                let date = kept[index].field("Date").flatMap { HTTPDate($0)?.secondsSince1970 }
                return (date ?? kept[index].received, kept[index].received, index)
            }
            return rank(one) < rank(other)
        }
    }

    // RFC 9111 §3, §4.3.4
    mutating func came(_ answer: Kept) {
        var answer = answer
        if answer.status == 304 {
            guard let index = chosen(answer.language) else { return }
            for (name, value) in answer.fields {
                kept[index].fields.removeAll { $0.0 == name }
                kept[index].fields.append((name, value))
            }
            if answer.field("Age") == nil { kept[index].fields.removeAll { $0.0 == "Age" } }
            if answer.field("Date") == nil { date(&kept[index], answer.received) }
            kept[index].requested = answer.requested
            kept[index].received = answer.received
            return
        }
        guard answer.directive("no-store") == nil else { return }
        let isKept =
            answer.status == 200 || answer.status == 404 || answer.directive("max-age") != nil
            || answer.field("Expires") != nil || answer.directive("private") != nil
        guard isKept else { return }
        kept.removeAll { $0.field("Vary") == nil || $0.language == answer.language }
        if answer.field("Date") == nil { date(&answer, answer.received) }
        kept.append(answer)
    }

    private func date(_ kept: inout Kept, _ now: Int) {
        kept.fields.removeAll { $0.0 == "Date" }
        kept.fields.append(("Date", HTTPDate(secondsSince1970: now).description))
    }

    // RFC 9111 §4.4
    mutating func changed() {
        kept = []
    }
}
