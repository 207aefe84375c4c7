/// Metrics in the text format of Prometheus 0.0.4.
enum MetricsText {
    static func of(
        counters: [MetricsTable.Key: Int],
        histograms: [MetricsTable.Key: Histogram]
    ) -> String {
        var text = ""
        for (name, series) in sorted(counters) {
            text += "# TYPE \(plain(name))_total counter\n"
            for (key, value) in series {
                text += "\(plain(name))_total\(labels(key.labels)) \(value)\n"
            }
        }
        for (name, series) in sorted(histograms) {
            text += "# TYPE \(plain(name)) histogram\n"
            for (key, histogram) in series { text += lines(plain(name), key.labels, histogram) }
        }
        return text
    }

    private static func sorted<Value>(
        _ table: [MetricsTable.Key: Value]
    ) -> [(String, [(key: MetricsTable.Key, value: Value)])] {
        Dictionary(grouping: table) { $0.key.name }.sorted { $0.key < $1.key }.map { name, series in
            (name, series.sorted { labels($0.key.labels) < labels($1.key.labels) })
        }
    }

    private static func lines(
        _ name: String,
        _ own: [MetricLabel],
        _ histogram: Histogram
    ) -> String {
        var text = ""
        var sum = 0
        for (index, count) in histogram.counts.enumerated() {
            sum += count
            let end = index < histogram.bounds.count ? "\(histogram.bounds[index])" : "+Inf"
            text += "\(name)_bucket\(labels(own + [MetricLabel("le", end)])) \(sum)\n"
        }
        text += "\(name)_sum\(labels(own)) \(histogram.sum)\n"
        return text + "\(name)_count\(labels(own)) \(histogram.count)\n"
    }

    private static func labels(_ labels: [MetricLabel]) -> String {
        if labels.isEmpty { return "" }
        return "{"
            + labels.map { "\(plain($0.name))=\"\(escaped($0.value))\"" }
            .joined(separator: ",") + "}"
    }

    /// Letters, digits and underscores.
    private static func plain(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
