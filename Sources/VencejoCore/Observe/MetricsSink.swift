/// Takes counts and measurements; small enough to stand before any metrics library.
///
/// Called on the call's own task: it should note and return at once. Names and labels follow
/// OpenTelemetry's conventions for HTTP clients; see ``Metrics``.
public protocol MetricsSink: Sendable {
    /// Adds to a counter.
    func count(_ name: String, by amount: Int, _ labels: [MetricLabel])

    /// Notes a value in a histogram.
    func record(_ name: String, _ value: Double, _ labels: [MetricLabel])
}

/// A name and a value that set one series of a metric apart from another.
public struct MetricLabel: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
