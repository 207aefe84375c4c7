// What happens inside the calls, and who hears of it.
import Vencejo

func watch(_ incoming: Headers, write: @escaping @Sendable (String) -> Void) {
    // snippet.pipeline
    let table = MetricsTable()
    let api = APIClient(
        baseURL: "https://api.example.com/v1",
        pipeline: [
            .log(.headers, sink: write),  // secrets are taken out before anything is written
            .metrics(table),  // outside of the retries: a call is measured once
            .trace(),
            .retry(),
        ]
    )
    // … calls …
    print(table.text)  // for Prometheus
    // snippet.end

    // snippet.events
    let watched = api.with {
        $0.observer = { event in
            switch event.kind {
            case .waiting(let wait, before: .retry): write("#\(event.call) waits \(wait)")
            case .renewed: write("#\(event.call) has a new token")
            case .failed(let kind): write("#\(event.call) failed: \(kind)")
            default: break
            }
        }
    }
    // snippet.end

    // snippet.trace
    // In a server: the calls made for a request belong to the trace that it came with.
    let traced = api.with { $0.trace = TraceContext(incoming) }
    // snippet.end
    _ = (watched, traced)
}

// snippet.sink
/// Hands every count and measurement to two sinks.
struct Both<First: MetricsSink, Second: MetricsSink>: MetricsSink {
    let first: First
    let second: Second

    func count(_ name: String, by amount: Int, _ labels: [MetricLabel]) {
        first.count(name, by: amount, labels)
        second.count(name, by: amount, labels)
    }

    func record(_ name: String, _ value: Double, _ labels: [MetricLabel]) {
        first.record(name, value, labels)
        second.record(name, value, labels)
    }
}
// snippet.end
