import TestSupport
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoJSON
import VencejoStreaming
import VencejoTesting

/// A case of the public collection `sse/connection.json`.
struct ConnectionCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Expected: Decodable, Sendable {
        let method: String?
        let path: String?
        let headers: [[String]]?
        let headersUtf8: [[String]]?
        let headersMissing: [String]?
        let notBeforeMs: Int?
    }

    struct Answer: Decodable, Sendable {
        let status: Int
        let contentType: String?
        let bodyLatin1: String
        let then: String
        let headers: [[String]]?
    }

    struct Step: Decodable, Sendable {
        let expectRequest: Expected
        let respond: Answer
    }

    let name: String
    let steps: [Step]
    let outcome: String
    let events: [[String]]

    var testDescription: String { name }

    static let all: [ConnectionCase] = {
        guard let data = try? Conformance.data("sse/connection.json") else { return [] }
        return (try? JSON(keys: .snakeCase).decode([ConnectionCase].self, from: [UInt8](data)))
            ?? []
    }()
}

/// Plays the steps of a case, in virtual time.
private final class ScriptTransport: Transport {
    private struct State: Sendable {
        var next = 0
        var complaints: [String] = []
        var lastEnd = Duration.zero
        var isOpen = false
    }

    private let steps: [ConnectionCase.Step]
    private let clock: TestClock
    private let state = Locked(State())

    init(_ steps: [ConnectionCase.Step], _ clock: TestClock) {
        self.steps = steps
        self.clock = clock
    }

    var complaints: [String] { state.withLock { $0.complaints } }
    var requests: Int { state.withLock { $0.next } }

    func send(_ request: Request) async throws(NetworkError) -> Response {
        let now = clock.now.offset
        let step = state.withLock { state -> ConnectionCase.Step? in
            defer { state.next += 1 }
            guard state.next < steps.count else { return nil }
            let step = steps[state.next]
            let waited = now - state.lastEnd
            state.complaints += Self.complaints(about: request, step.expectRequest, waited)
            state.lastEnd = now
            return step
        }
        guard let answer = step?.respond else {
            throw NetworkError(.noConnection(.refused), request: request)
        }
        var headers = Headers()
        if let type = answer.contentType { headers.append(.contentType, type) }
        for field in answer.headers ?? [] { headers.append(HeaderName(field[0]), field[1]) }
        let bytes = answer.bodyLatin1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return Response(
            status: HTTPStatus(integerLiteral: answer.status),
            headers: headers,
            body: ResponseBody(BodyStream(ScriptBody(bytes, then: answer.then))),
            request: request
        )
    }

    private static func complaints(
        about request: Request,
        _ expected: ConnectionCase.Expected,
        _ waited: Duration
    ) -> [String] {
        var complaints: [String] = []
        if let method = expected.method, request.method.rawValue != method {
            complaints.append("method \(request.method)")
        }
        if let path = expected.path, request.url.path != path {
            complaints.append("path \(request.url.path)")
        }
        for field in (expected.headers ?? []) + (expected.headersUtf8 ?? [])
        where request.headers[HeaderName(field[0])] != field[1] {
            complaints.append("\(field[0]) is \(request.headers[HeaderName(field[0])] ?? "absent")")
        }
        for name in expected.headersMissing ?? [] where request.headers.contains(HeaderName(name)) {
            complaints.append("\(name) is there")
        }
        if let wait = expected.notBeforeMs, waited < .milliseconds(wait) {
            complaints.append("after \(waited)")
        }
        return complaints
    }
}

/// Some bytes, and then the end, a cut, or nothing more.
private final class ScriptBody: BodySource {
    private let rest: Locked<[UInt8]?>
    private let then: String

    init(_ bytes: [UInt8], then: String) {
        rest = Locked(bytes)
        self.then = then
    }

    func next() async throws(NetworkError) -> [UInt8]? {
        let bytes = rest.withLock { rest in
            defer { rest = nil }
            return rest
        }
        if let bytes { return bytes }
        switch then {
        case "close": return nil
        case "abort": throw NetworkError(.noConnection(.reset))
        default: throw NetworkError(.other)  // What stays open is looked at no further.
        }
    }

    func cancel() {}
}

struct EventStreamTests {
    private func api(_ transport: some Transport, _ clock: TestClock) -> APIClient {
        APIClient(baseURL: "https://api.example.com", transport: transport) {
            $0.context.time = clock.timeSource
        }
    }

    @Test(.enabled(if: Conformance.isPresent), arguments: ConnectionCase.all)
    func `a connection behaves as in a browser`(given: ConnectionCase) async throws {
        let clock = TestClock(skipsWaits: true)
        let transport = ScriptTransport(given.steps, clock)
        let api = api(transport, clock)
        var events: [[String]] = []
        var error: NetworkError?
        do throws(NetworkError) {
            for try await event in api.events("stream") {
                events.append([event.type, event.data, event.id])
                if given.outcome == "closed", events.count == given.events.count { break }
            }
        } catch let caught {
            error = caught
        }
        #expect(events == given.events)
        #expect(transport.complaints == [])
        #expect(transport.requests == given.steps.count)
        switch given.outcome {
        case "open": #expect(error?.kind == .other)
        case "failed": #expect(error?.kind != .other)
        default: #expect(error == nil)
        }
    }

    @Test func `the collection was read`() {
        #expect(!Conformance.isPresent || ConnectionCase.all.count >= 14)
    }

    private func script(_ answers: [(Int, String)]) -> [ConnectionCase.Step] {
        answers.map { status, body in
            ConnectionCase.Step(
                expectRequest: ConnectionCase.Expected(
                    method: nil,
                    path: nil,
                    headers: nil,
                    headersUtf8: nil,
                    headersMissing: nil,
                    notBeforeMs: nil
                ),
                respond: ConnectionCase.Answer(
                    status: status,
                    contentType: "text/event-stream",
                    bodyLatin1: body,
                    then: "close",
                    headers: nil
                )
            )
        }
    }

    @Test func `a server in trouble is tried again where the policy says so, with growing waits`()
        async throws
    {
        let clock = TestClock(skipsWaits: true)
        let steps = script([(503, ""), (502, ""), (200, "data: a\n\n"), (204, "")])
        let transport = ScriptTransport(steps, clock)
        let policy = ReconnectPolicy(wait: .seconds(2), retriesServerErrors: true)
        var events: [String] = []
        for try await event in api(transport, clock).events("stream", reconnect: policy) {
            events.append(event.data)
        }
        #expect(events == ["a"])
        #expect(clock.now.offset > .seconds(7))
        #expect(clock.now.offset <= .seconds(8))
    }

    @Test func `a policy's limit ends the stream with the last error`() async throws {
        let clock = TestClock(skipsWaits: true)
        let transport = ScriptTransport([], clock)
        var kind: NetworkError.Kind?
        do throws(NetworkError) {
            let stream = api(transport, clock).events(
                "stream",
                reconnect: ReconnectPolicy(limit: 3)
            )
            for try await _ in stream {}
        } catch {
            kind = error.kind
        }
        #expect(kind == .noConnection(.refused))
        #expect(transport.requests == 4)
    }

    @Test func `a POST carries its body, and events of a type are decoded`() async throws {
        struct Price: Decodable, Hashable { let value: Int }
        let clock = TestClock(skipsWaits: true)
        let transport = ScriptTransport(
            script([(200, "data: {\"value\":1}\n\ndata: {\"value\":2}\n\n")]),
            clock
        )
        var prices: [Price] = []
        let stream = api(transport, clock).events(
            "stream",
            method: .post,
            body: .json(["q": "x"]),
            reconnect: .never
        )
        for try await price in stream.decoded(as: Price.self) { prices.append(price) }
        #expect(prices == [Price(value: 1), Price(value: 2)])
    }
}

struct JSONLinesTests {
    private struct Row: Decodable, Sendable, Hashable {
        let id: Int
    }

    private func rows(_ text: String, separator: Bool = false) async throws -> [Row] {
        let stub = StubTransport {
            $0.on(.get, "rows", respond: .reply { _ in .text(text) })
        }
        let api = APIClient(baseURL: "https://api.example.com", transport: stub)
        var rows: [Row] = []
        if separator {
            for try await row in api.sequence("rows", as: Row.self) { rows.append(row) }
        } else {
            for try await row in api.lines("rows", as: Row.self) { rows.append(row) }
        }
        return rows
    }

    @Test func `each line is a row, and empty lines are none`() async throws {
        #expect(
            try await rows("{\"id\":1}\n\r\n{\"id\":2}\r\n{\"id\":3}") == [1, 2, 3].map(Row.init)
        )
        #expect(try await rows("") == [])
    }

    @Test func `each text of a sequence is a row`() async throws {
        let text = "\u{1E}{\"id\":\n1}\n\u{1E}{\"id\":2}\n"
        #expect(try await rows(text, separator: true) == [1, 2].map(Row.init))
    }

    @Test func `a faulty line is told by its number`() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await rows("{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":3}")
        }
        #expect((error?.underlying as? LineFault)?.number == 2)
        guard case .decoding? = error?.kind else {
            Issue.record("another kind")
            return
        }
    }

    private func elements(_ text: String, limit: Int = 100) async -> ([Row], NetworkError?) {
        let stub = StubTransport {
            $0.on(.get, "rows", respond: .reply { _ in .text(text) })
        }
        let api = APIClient(baseURL: "https://api.example.com", transport: stub)
        var rows: [Row] = []
        do throws(NetworkError) {
            let elements = api.elements("rows", as: Row.self, maximumElementBytes: limit)
            for try await row in elements { rows.append(row) }
        } catch {
            return (rows, error)
        }
        return (rows, nil)
    }

    @Test func `each element of an array is a row`() async {
        let (rows, error) = await elements("[{\"id\":1},\n {\"id\" : 2}]\n")
        #expect(rows == [1, 2].map(Row.init) && error == nil)
        #expect(await elements("[]").0 == [])
    }

    @Test func `what came whole is given before the fault of an array`() async {
        let (rows, error) = await elements("[{\"id\":1},{\"id\":2},{\"id\"")
        #expect(rows == [1, 2].map(Row.init))
        guard case .decoding(let problem)? = error?.kind else {
            Issue.record("another kind")
            return
        }
        #expect(problem.kind == .truncated && error?.response?.status == 200)
        let (none, other) = await elements("<html>")
        guard case .decoding(let kind)? = other?.kind else {
            Issue.record("another kind")
            return
        }
        #expect(none == [] && kind.kind == .notJSON && kind.found == "<")
    }

    @Test
    func `an element that does not fit is told by its number, one that is too long by the limit`()
        async
    {
        let (rows, error) = await elements("[{\"id\":1},{\"id\":\"x\"}]")
        #expect(rows == [Row(id: 1)] && (error?.underlying as? LineFault)?.number == 2)
        #expect(await elements("[{\"id\":123456}]", limit: 9).1?.kind == .bodyTooLarge(limit: 9))
    }
}
