import Testing
import VencejoCore
import VencejoHTTP

struct TraceContextTests {
    static let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func `a field is read and written`() throws {
        let trace = try #require(TraceContext(traceparent: Self.good))
        #expect(trace.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(trace.parentID == "00f067aa0ba902b7")
        #expect(trace.flags == .sampled)
        #expect(trace.traceparent == Self.good)
    }

    @Test(arguments: [
        "",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-+1",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "0-4bf92f3577b34da6a3ce929d0e0e47360-00f067aa0ba902b7-01",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.what",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ])
    func `what breaks the form is no trace`(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test func `later versions are read as far as they are known, and unknown flags end here`()
        throws
    {
        let later = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff-what-the-future-holds"
        let trace = try #require(TraceContext(traceparent: later))
        #expect(trace.flags.contains([.sampled, .random]))
        #expect(trace.traceparent == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03")
    }

    @Test func `a trace that begins is never zero, whatever chance says`() {
        let trace = TraceContext(random: { 0 })
        #expect(TraceContext(traceparent: trace.traceparent) == trace)
        #expect(TraceContext(traceparent: trace.child(random: { 0 }).traceparent) != nil)
    }

    @Test func `a child keeps the trace, its flags and its state`() throws {
        var trace = try #require(TraceContext(traceparent: Self.good))
        trace.state.set("rojo", "1")
        let child = trace.child()
        #expect(child.traceID == trace.traceID)
        #expect(child.parentID != trace.parentID)
        #expect(child.flags == trace.flags)
        #expect(child.state == trace.state)
    }
}

struct TraceStateTests {
    @Test func `fields are one list, blanks and empty members aside`() throws {
        let state = try #require(
            TraceState(["congo=t61rcWkgMzE ,, rojo=00f067aa0ba902b7", "a@b=c d"])
        )
        #expect(state.text == "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7,a@b=c d")
        #expect(state["rojo"] == "00f067aa0ba902b7")
    }

    @Test(arguments: [
        "foo", "=1", "foo=", "Foo=1", "foo=1,foo=2", "foo =1", "foo=1=2", "foo=é", "_a=1",
        String(repeating: "k", count: 257) + "=1",
        "k=" + String(repeating: "v", count: 257),
        (1...33).map { "k\($0)=1" }.joined(separator: ","),
    ])
    func `a list that breaks a rule is given up`(text: String) {
        #expect(TraceState([text]) == nil)
    }

    @Test func `the newest stands in front, and the oldest of too many leaves`() throws {
        var state = try #require(TraceState([(1...32).map { "k\($0)=1" }.joined(separator: ",")]))
        let isReplaced = state.set("k2", "new")
        #expect(isReplaced && state.members.count == 32)
        let isAdded = state.set("k33", "1")
        #expect(isAdded)
        #expect(state.members.map(\.key).prefix(3) == ["k33", "k2", "k1"])
        #expect(state["k32"] == nil)
        let areRefused = [state.set("K", "1"), state.set("k", "a,b")]
        #expect(areRefused == [false, false])
    }
}

struct TraceTests {
    @Test func `each attempt of a call has a span of its own within one trace`() async throws {
        let transport = AnswerTransport { request throws(NetworkError) in
            Response(status: request.attempt < 3 ? 503 : 200, request: request)
        }
        let api = client(transport, pipeline: [.trace(), .retry(.constant(.zero))])
        _ = try await api.get("x")
        let spans = transport.requests.compactMap { TraceContext($0.headers) }
        #expect(spans.count == 3)
        #expect(Set(spans.map(\.traceID)).count == 1)
        #expect(Set(spans.map(\.parentID)).count == 3)
        #expect(spans.allSatisfy { $0.flags == [.sampled, .random] })
    }

    @Test func `a call goes on with the trace it was given, and a caller's own field stays`()
        async throws
    {
        let transport = AnswerTransport(200)
        var given = try #require(TraceContext(traceparent: TraceContextTests.good))
        given.state.set("rojo", "1")
        let trace = given
        let api = client(transport, pipeline: [.trace()]).with { $0.trace = trace }
        _ = try await api.get("x")
        _ = try await api.get("x", headers: ["traceparent": "mine"])
        let sent = transport.requests.map(\.headers)
        #expect(TraceContext(sent[0])?.traceID == trace.traceID)
        #expect(TraceContext(sent[0])?.parentID != trace.parentID)
        #expect(sent[0]["tracestate"] == "rojo=1")
        #expect(sent[1].values(of: .traceparent) == ["mine"])
    }

    @Test func `other origins are told only where the layer says so`() async throws {
        for everywhere in [false, true] {
            let transport = AnswerTransport { request throws(NetworkError) in
                request.url.origin.host == "api.example.com"
                    ? Response(
                        status: 302,
                        headers: ["Location": "https://elsewhere.example/"],
                        request: request
                    )
                    : Response(status: 200, request: request)
            }
            _ = try await client(transport, pipeline: [.trace(everywhere: everywhere)]).get("x")
            let told = transport.requests.map { $0.headers.contains(.traceparent) }
            #expect(told == [true, everywhere])
        }
    }

    @Test func `two fields are no trace, and a state that breaks a rule is left out`() {
        let twice: Headers = [
            "traceparent": TraceContextTests.good, "Traceparent": TraceContextTests.good,
        ]
        #expect(TraceContext(twice) == nil)
        let broken: Headers = ["traceparent": TraceContextTests.good, "tracestate": "Foo=1"]
        #expect(TraceContext(broken)?.state == TraceState())
    }
}
