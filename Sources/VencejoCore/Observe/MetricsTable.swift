import VencejoConcurrency

/// Counters and histograms in memory, and their text for Prometheus.
///
///     let table = MetricsTable()
///     let api = APIClient(baseURL: url, pipeline: [.metrics(table), .retry()])
///     print(table.text)
///
/// It keeps a bounded number of series; what comes after is counted in
/// ``seriesLeftOut`` alone.
public final class MetricsTable: MetricsSink {
    /// One series of a counter.
    struct Key: Sendable, Hashable {
        let name: String
        let labels: [MetricLabel]
    }

    private struct State: Sendable {
        var counters: [Key: Int] = [:]
        var histograms: [Key: Histogram] = [:]
        var leftOut = 0
    }

    private let bounds: [Double]
    private let most: Int
    private let state = Locked(State())

    /// An empty table.
    ///
    /// - Parameters:
    ///   - bounds: The upper ends of the histograms' buckets, rising; 5 ms to 10 s by default.
    ///   - most: How many series are kept.
    public init(
        bounds: [Double] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        mostSeries most: Int = 2_000
    ) {
        self.bounds = bounds.sorted()
        self.most = max(0, most)
    }

    public func count(_ name: String, by amount: Int, _ labels: [MetricLabel]) {
        change { state in
            let key = Key(name: name, labels: labels)
            guard state.counters[key] != nil || hasPlace(&state) else { return }
            state.counters[key, default: 0] &+= amount
        }
    }

    public func record(_ name: String, _ value: Double, _ labels: [MetricLabel]) {
        change { state in
            let key = Key(name: name, labels: labels)
            guard state.histograms[key] != nil || hasPlace(&state) else { return }
            state.histograms[key, default: Histogram(bounds: bounds)].note(value)
        }
    }

    /// How many values had no place because there were too many series.
    public var seriesLeftOut: Int { state.withLock { $0.leftOut } }

    /// A counter over all series whose labels include those given.
    public func total(_ name: String, _ labels: MetricLabel...) -> Int {
        state.withLock { state in
            state.counters.filter { Self.matches($0.key, name, labels) }.values.reduce(0, &+)
        }
    }

    /// A histogram over all series whose labels include those given; nil where nothing was noted.
    public func histogram(_ name: String, _ labels: MetricLabel...) -> Histogram? {
        state.withLock { state in
            let parts = state.histograms.filter { Self.matches($0.key, name, labels) }.values
            return parts.isEmpty
                ? nil : parts.reduce(into: Histogram(bounds: bounds)) { $0.add($1) }
        }
    }

    /// All of it in the text format of Prometheus 0.0.4.
    public var text: String {
        let (counters, histograms) = state.withLock { ($0.counters, $0.histograms) }
        return MetricsText.of(counters: counters, histograms: histograms)
    }

    private func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    private func hasPlace(_ state: inout State) -> Bool {
        if state.counters.count + state.histograms.count < most { return true }
        state.leftOut += 1
        return false
    }

    private static func matches(_ key: Key, _ name: String, _ labels: [MetricLabel]) -> Bool {
        key.name == name && labels.allSatisfy(key.labels.contains)
    }
}

/// How many values lie below each of a few bounds.
public struct Histogram: Sendable, Hashable {
    /// The upper ends of the buckets, rising; a last bucket without end comes after.
    public let bounds: [Double]
    /// How many values each bucket holds, one more than there are bounds.
    public private(set) var counts: [Int]
    public private(set) var sum = 0.0

    public init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    public var count: Int { counts.reduce(0, +) }

    public mutating func note(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }

    /// Adds one with the same bounds.
    mutating func add(_ other: Histogram) {
        for (index, count) in other.counts.enumerated() where index < counts.count {
            counts[index] += count
        }
        sum += other.sum
    }
}
