import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoTesting

/// Writes down what an observer is told.
final class Heard: Sendable {
    private let events = Locked<[CallEvent]>([])

    var all: [CallEvent] { events.withLock { $0 } }
    var kinds: [CallEvent.Kind] { all.map(\.kind) }

    var note: @Sendable (CallEvent) -> Void {
        { [self] event in events.withLock { $0.append(event) } }
    }
}

struct CallEventTests {
    private func heard(
        _ pipeline: Pipeline,
        _ transport: AnswerTransport,
        _ make: (APIClient) async -> Void
    ) async -> Heard {
        let heard = Heard()
        let clock = TestClock(skipsWaits: true)
        await make(
            client(transport, pipeline: pipeline) {
                $0.context.time = clock.timeSource
                $0.context.observer = heard.note
            }
        )
        return heard
    }

    @Test func `a call without a layer begins, is sent, answered and ends`() async {
        let heard = await heard([], AnswerTransport(200)) { _ = try? await $0.get("x") }
        #expect(heard.kinds == [.began, .attempt(1), .answered(200), .ended(200)])
    }

    @Test func `a call that nobody answers says so for the request and for itself`() async {
        let transport = AnswerTransport { request throws(NetworkError) in
            throw NetworkError(.noConnection(.refused), request: request)
        }
        let heard = await heard([], transport) { _ = try? await $0.get("x") }
        #expect(
            heard.kinds == [
                .began, .attempt(1), .broke(.noConnection(.refused)),
                .failed(.noConnection(.refused)),
            ]
        )
    }

    @Test func `redirects and refused tokens are told between the requests`() async throws {
        let transport = AnswerTransport { request throws(NetworkError) in
            switch request.url.path {
            case "/v1/x": Response(status: 302, headers: ["Location": "/y"], request: request)
            default:
                Response(
                    status: request.headers[.authorization] == "Bearer new" ? 200 : 401,
                    request: request
                )
            }
        }
        let tokens = TokenSource("old") { _ in "new" }
        let heard = await heard([.authenticate(.bearer(tokens))], transport) {
            _ = try? await $0.get("x")
        }
        let target = try #require(URI("https://api.example.com/y"))
        let expected: [CallEvent.Kind] = [
            .began, .attempt(1), .answered(302), .redirected(to: target),
            .attempt(1), .answered(401), .renewed,
            .attempt(2), .answered(302), .redirected(to: target),
            .attempt(2), .answered(200), .ended(200),
        ]
        #expect(heard.kinds == expected)
    }

    @Test func `a call that stands in line says where, and one that is turned away too`() async {
        let transport = AnswerTransport { request throws(NetworkError) in
            try await request.context.time.sleep(for: .seconds(60))
            return Response(status: 200, request: request)
        }
        let heard = Heard()
        let clock = TestClock()
        let api = client(transport, pipeline: [.bulkhead(concurrent: 1, waiting: 1)]) {
            $0.context.time = clock.timeSource
            $0.context.observer = heard.note
        }
        let first = Task { try await api.get("x") as Response }
        await clock.sleepers()
        let second = Task { try await api.get("x") as Response }
        while !heard.kinds.contains(.queued(.bulkhead)) { await Task.yield() }
        while await failure({ () throws(NetworkError) in
            try await api.with { $0.timeouts = Timeouts() }.get("x")
        })?.kind != .overloaded(limit: 1) {}
        #expect(heard.kinds.contains(.turnedAway))
        clock.advance(by: .seconds(60))
        _ = try? await first.value
        await clock.sleepers()
        clock.advance(by: .seconds(60))
        _ = try? await second.value
    }

    @Test func `events of two calls are told apart by their number`() async {
        let heard = await heard([.retry()], AnswerTransport(404)) {
            _ = try? await $0.get("x")
            _ = try? await $0.get("x")
        }
        #expect(Set(heard.all.map(\.call)).count == 2)
        #expect(heard.kinds.filter { $0 == .failed(.status(404)) }.count == 2)
    }
}
