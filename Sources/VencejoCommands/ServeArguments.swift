/// What `vencejo serve …` was asked for.
struct ServeArguments: Sendable, Hashable {
    var file: String?
    var port = 3_000
    var host = "127.0.0.1"
    /// Milliseconds before each answer, at least and at most.
    var latency: ClosedRange<Int> = 0...0
    /// The share of requests that fail, 0 to 1.
    var failRate = 0.0
    var persists: Bool?

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--port":
                let text = try SendArguments.value(of: argument, &rest)
                guard let number = Int(text), 0...65_535 ~= number else {
                    throw UsageError("--port takes a number from 0 to 65535")
                }
                port = number
            case "--host": host = try SendArguments.value(of: argument, &rest)
            case "--latency":
                latency = try Self.latency(try SendArguments.value(of: argument, &rest))
            case "--fail": failRate = try Self.share(try SendArguments.value(of: argument, &rest))
            case "--persist": persists = true
            case "--read-only": persists = false
            case _ where argument.isOption: throw UsageError.unknownOption(argument)
            case _ where file == nil: file = argument
            default: throw UsageError("one file at a time: \(argument.quotedWord)")
            }
        }
    }

    /// `50`, `50ms`, `50..300` or `50..300ms`.
    private static func latency(_ text: String) throws(UsageError) -> ClosedRange<Int> {
        let bare = text.hasSuffix("ms") ? String(text.dropLast(2)) : text
        let ends = bare.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
        guard 1...2 ~= ends.count, let low = ends[0], let high = ends[ends.count - 1],
            0 <= low, low <= high, high <= 3_600_000
        else { throw UsageError("--latency takes milliseconds, 50, or a range, 50..300") }
        return low...high
    }

    /// `5%` or `0.05`.
    private static func share(_ text: String) throws(UsageError) -> Double {
        let isPercent = text.hasSuffix("%")
        guard let number = Double(isPercent ? String(text.dropLast()) : text) else {
            throw UsageError("--fail takes a share: 5% or 0.05")
        }
        let share = isPercent ? number / 100 : number
        guard 0...1 ~= share else { throw UsageError("--fail takes a share from 0 to 1") }
        return share
    }
}
