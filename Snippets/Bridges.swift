// swift-metrics and swift-log, where a program has them.
import Vencejo

/// Stand for what CoreMetrics and Logging bring, on which this package does not depend.
struct Counter {
    let label: String
    let dimensions: [(String, String)]
    func increment(by amount: Int) { print(label, dimensions, amount) }
}
struct Recorder {
    let label: String
    let dimensions: [(String, String)]
    func record(_ value: Double) { print(label, dimensions, value) }
}
struct Logger: Sendable {
    let label: String
    func info(_ message: String) { print(label, message) }
    func debug(_ message: String, metadata: [String: String]) { print(label, message, metadata) }
}

// snippet.metrics
struct SwiftMetrics: MetricsSink {
    func count(_ name: String, by amount: Int, _ labels: [MetricLabel]) {
        Counter(label: name, dimensions: labels.map { ($0.name, $0.value) }).increment(by: amount)
    }

    func record(_ name: String, _ value: Double, _ labels: [MetricLabel]) {
        Recorder(label: name, dimensions: labels.map { ($0.name, $0.value) }).record(value)
    }
}
// snippet.end

// snippet.log
let logger = Logger(label: "api")
let api = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: [.log(sink: { logger.info("\($0)") }), .metrics(SwiftMetrics())]
) {
    $0.context.observer = { event in
        logger.debug("\(event.kind)", metadata: ["call": "\(event.call)"])
    }
}
// snippet.end
_ = api
