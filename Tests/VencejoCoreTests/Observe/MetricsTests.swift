import Testing
import VencejoCore
import VencejoHTTP
import VencejoTesting

struct MetricsTests {
    @Test func `a call is measured once, its attempts and waits are counted`() async throws {
        let table = MetricsTable()
        let clock = TestClock(skipsWaits: true)
        let transport = AnswerTransport { request throws(NetworkError) in
            try await request.context.time.sleep(for: .seconds(1))
            return Response(
                status: request.attempt < 3 ? 503 : 200,
                body: ResponseBody([1, 2, 3]),
                request: request
            )
        }
        let api = client(transport, pipeline: [.metrics(table), .retry(.constant(.seconds(2)))]) {
            $0.context.time = clock.timeSource
        }
        _ = try await api.post("x", body: .bytes([1, 2]))
        let calls = table.histogram(
            "http.client.request.duration",
            MetricLabel("http.response.status_code", "200"),
            MetricLabel("server.address", "api.example.com"),
            MetricLabel("http.request.method", "POST")
        )
        #expect(calls?.count == 1)
        #expect(calls?.sum == 7)
        #expect(table.total("vencejo.client.attempts") == 3)
        #expect(table.histogram("vencejo.client.wait.duration")?.sum == 4)
        #expect(table.histogram("http.client.request.body.size")?.sum == 2)
        #expect(table.histogram("http.client.response.body.size")?.sum == 3)
    }

    @Test func `failures have a type, decisions a name, and an observer hears as before`()
        async throws
    {
        let table = MetricsTable()
        let events = Heard()
        let refused = AnswerTransport { request throws(NetworkError) in
            throw NetworkError(.noConnection(.refused), request: request)
        }
        let api = client(refused, pipeline: [.metrics(table), .circuitBreaker(failures: 1)]) {
            $0.context.observer = events.note
        }
        _ = await failure { () throws(NetworkError) in try await api.get("x") }
        _ = await failure { () throws(NetworkError) in try await api.get("x") }
        let type = { (name: String) in
            table.histogram("http.client.request.duration", MetricLabel("error.type", name))?.count
        }
        #expect(type("no_connection") == 1)
        #expect(type("circuit_open") == 1)
        #expect(
            table.total("vencejo.client.events", MetricLabel("event", "short_circuited")) == 1
        )
        #expect(events.kinds.contains(.shortCircuited))
    }

    @Test func `a table keeps so many series and counts what it leaves out`() {
        let table = MetricsTable(mostSeries: 2)
        for number in 0..<5 { table.count("n", by: 1, [MetricLabel("a", "\(number)")]) }
        table.count("n", by: 4, [MetricLabel("a", "0")])
        #expect(table.total("n") == 6)
        #expect(table.seriesLeftOut == 3)
    }

    @Test func `its text is what Prometheus reads`() {
        let table = MetricsTable(bounds: [1, 2])
        table.count("calls.made", by: 3, [MetricLabel("who", "a\"b\\c\nd")])
        for value in [0.5, 1, 1.5, 9] { table.record("call.time", value, []) }
        #expect(
            table.text == """
                # TYPE calls_made_total counter
                calls_made_total{who="a\\"b\\\\c\\nd"} 3
                # TYPE call_time histogram
                call_time_bucket{le="1.0"} 2
                call_time_bucket{le="2.0"} 3
                call_time_bucket{le="+Inf"} 4
                call_time_sum 12.0
                call_time_count 4

                """
        )
    }
}
