import Foundation
import Testing
import Vencejo
import VencejoCache

/// Random requests, answers and jumps of the clock, beside the reference.
@Suite struct ReferenceTests {
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }

        mutating func one<Element>(of list: [Element]) -> Element {
            list[Int(next() % UInt64(list.count))]
        }
    }

    /// One address, its reference, and the cache's own pure functions over a memory store.
    struct World {
        var dice: Dice
        var now = 1_700_000_000
        var reference = Reference()
        let store = MemoryResponseStore(bytes: 1 << 20)
        var count = 0

        mutating func step() async throws -> String? {
            now += dice.one(of: [0, 0, 1, 3, 10, 100, 5_000, -1, -50])
            if dice.one(of: [Bool](repeating: false, count: 30) + [true]) {
                reference.changed()
                _ = await store.remove(.url(Self.url))
                return nil
            }
            let language = dice.one(of: [nil, "es", "en"])
            let control = dice.one(
                of: [
                    nil, nil, nil, "no-cache", "max-age=5", "min-fresh=4", "max-stale=20",
                    "max-stale",
                ]
            )
            var headers = Headers()
            headers[.acceptLanguage] = language
            headers[.cacheControl] = control
            guard let url = URI(Self.url) else { return "no address" }
            let request = Request(.get, url, headers: headers)
            guard let query = CacheQuery(request, policy: .standard) else { return "no query" }
            let stored = await store.responses(for: query.key)
            let expected = reference.expected(language: language, control: control, now: now)
            let decision = CacheDecision(query, stored: stored, now: now)
            switch (decision, expected) {
            case (.answer(let use), .cache(let body, let age)) where use.source == .cache:
                return await same(use, body, age)
            case (.answer(let use), .stale(let body, let age)) where use.source == .stale(.accepted):
                return await same(use, body, age)
            case (.ask(let question), .ask(let tag, let date)):
                let asked = Headers(question.fields)
                guard asked[.ifNoneMatch] == tag, asked[.ifModifiedSince] == date else {
                    return "asked with \(asked), not \(tag ?? "-") \(date ?? "-")"
                }
                return await answer(query, question, stored, request, language)
            default: return "decided \(decision), not \(expected)"
            }
        }

        static let url = "https://api.example.com/x"

        private func same(_ use: CacheUse, _ body: String, _ age: Int) async -> String? {
            let bytes = await store.body(of: use.response)?.whole() ?? []
            let text = String(decoding: bytes, as: UTF8.self)
            return text == body && use.age == age
                ? nil : "gave \(text) of \(use.age) s, not \(body) of \(age) s"
        }

        private mutating func answer(
            _ query: CacheQuery,
            _ question: CacheQuestion,
            _ stored: [StoredResponse],
            _ request: Request,
            _ language: String?
        ) async -> String? {
            let requested = now
            now += dice.one(of: [0, 0, 1, 2])
            count += 1
            let isSame = question.validated != nil && dice.one(of: [true, false])
            let fields = fields(isSame, question.validated)
            let status = isSame ? 304 : dice.one(of: [200, 200, 200, 404, 201])
            let body = isSame ? "" : "\(count)"
            let response = Response(
                status: HTTPStatus(status),
                headers: Headers(fields.map { HeaderField(HeaderName($0.0), $0.1) }),
                body: ResponseBody(Array(body.utf8)),
                request: request
            )
            reference.came(
                Reference.Kept(
                    status: status,
                    fields: fields,
                    body: body,
                    language: language,
                    requested: requested,
                    received: now
                )
            )
            let reply = CacheReply(response, requested: requested, received: now)
            let outcome = CacheOutcome(query, question, reply, stored: stored)
            for updated in outcome.updated { await store.update(updated) }
            if let save = outcome.save {
                _ = await store.save(save, response.body.bytes, replacing: outcome.replaced)
            }
            return nil
        }

        private mutating func fields(
            _ isSame: Bool,
            _ validated: StoredResponse?
        ) -> [(String, String)] {
            var fields: [(String, String)] = []
            let control = dice.one(
                of: [
                    nil, "max-age=10", "max-age=0", "max-age=x", "max-age=100, must-revalidate",
                    "no-cache", "no-store", "private", "max-age=30, no-cache",
                ]
            )
            if let control { fields.append(("Cache-Control", control)) }
            let dates: [Int?] = [nil, 0, 0, -5, 5, -100]
            if let offset = dice.one(of: dates) {
                fields.append(("Date", HTTPDate(secondsSince1970: now + offset).description))
            }
            if let offset = dice.one(of: [nil, nil, 20, -20] as [Int?]) {
                fields.append(("Expires", HTTPDate(secondsSince1970: now + offset).description))
            }
            if let age = dice.one(of: [nil, nil, "3", "200"]) { fields.append(("Age", age)) }
            if isSame {
                // A 304 repeats the validators or says nothing.
                if let tag = validated?.headers[.etag] { fields.append(("ETag", tag)) }
                return fields
            }
            if dice.one(of: [true, false]) { fields.append(("ETag", "\"\(count)\"")) }
            if let offset = dice.one(of: [nil, -1_000, -50_000] as [Int?]) {
                let changed = HTTPDate(secondsSince1970: now + offset)
                fields.append(("Last-Modified", changed.description))
            }
            if dice.one(of: [true, false, false]) { fields.append(("Vary", "Accept-Language")) }
            return fields
        }
    }

    @Test func `decides as the standard read literally, whatever happens`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let steps = environment["REFERENCE_STEPS"].flatMap { Int($0) } ?? 20_000
        let seed = environment["REFERENCE_SEED"].flatMap { UInt64($0) } ?? 1
        var done = 0
        var round: UInt64 = 0
        while done < steps {
            round += 1
            var world = World(dice: Dice(state: seed &* 1_000_003 &+ round))
            for step in 0..<min(200, steps - done) {
                if let fault = try await world.step() {
                    Issue.record("seed \(seed), round \(round), step \(step): \(fault)")
                    return
                }
            }
            done += 200
        }
    }
}
