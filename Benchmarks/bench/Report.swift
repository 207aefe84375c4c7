/// One figure of one subject, beside the peer's in the same run.
struct Row: Sendable {
    let name: String
    let subject: String
    let peer: String
    let metric: String
    let value: Double
    /// The subject's figure divided by the peer's.
    let ratio: Double?
}

/// A suite's figures as a table, or as one JSON object a line.
struct Report: Sendable {
    let suite: String
    let rows: [Row]

    func print(asJSON: Bool) {
        if asJSON {
            for row in rows { Swift.print(json(row)) }
            return
        }
        var last = ""
        for row in rows {
            if row.name != last { Swift.print("\n\(suite): \(row.name)") }
            last = row.name
            let ratio = row.ratio.map { "\(rounded($0, 100)) x \(row.peer)" } ?? ""
            Swift.print(
                "  " + padded(row.subject, 28) + padded(row.metric, 22)
                    + padded("\(rounded(row.value, 10))", 14) + ratio
            )
        }
    }

    private func json(_ row: Row) -> String {
        let ratio = row.ratio.map { "\($0)" } ?? "null"
        return #"{"suite":"\#(suite)","row":"\#(row.name)","subject":"\#(row.subject)","#
            + #""peer":"\#(row.peer)","metric":"\#(row.metric)","value":\#(row.value),"#
            + #""ratio":\#(ratio)}"#
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private func rounded(_ value: Double, _ step: Double) -> Double {
        (value * step).rounded() / step
    }
}
