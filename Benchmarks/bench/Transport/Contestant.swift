import Foundation

/// Who takes part: a program that makes calls and says how long that took.
struct Contestant {
    let name: String
    /// The program and its arguments; `nil` where it takes no part in this row.
    let command: (Task) throws -> [String]?
    let read: (String, Task) -> Outcome?

    /// What all do in one row.
    struct Task {
        var url: String
        var count: Int
        var inFlight: Int
        var isPinned = false
        /// Who vouches for the server, a file.
        var authority: String?
        /// In one row the calls go on for so long, and not for a count.
        var seconds = 2
    }

    /// Runs once; `nil` where it takes no part or is not installed.
    func run(_ task: Task) throws -> Outcome? {
        guard var arguments = try command(task) else { return nil }
        if task.isPinned { arguments = ["taskset", "-c", "0"] + arguments }
        var run = Run(arguments: arguments)
        run.environment["BENCH_AUTHORITY"] = task.authority
        guard let (text, seen) = try? run.output(), var outcome = read(text, task) else {
            return nil
        }
        outcome.peak = seen.peak
        outcome.threads = seen.threads
        // Where a program tells its own, the time to start is left out.
        if outcome.cpu == 0 { outcome.cpu = seen.cpu }
        return outcome
    }

    /// Programs of this repository print `seconds cpu-seconds p50-µs p99-µs`.
    ///
    /// - Parameters:
    ///   - name: What the row says.
    ///   - part: A slow one makes one call where others make so many, or all would wait for it; it
    ///     never makes fewer than are in flight.
    ///   - command: The program and its arguments.
    static func ours(
        _ name: String,
        part: Int = 1,
        _ command: @escaping (Task) throws -> [String]?
    ) -> Contestant {
        let shortened: (Task) -> Task = { task in
            var task = task
            if part > 1, task.inFlight < task.count {
                task.count = max(task.count / part, task.inFlight * 4)
            }
            return task
        }
        return Contestant(name: name) { task in
            try command(shortened(task))
        } read: { text, task in
            let task = shortened(task)
            let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            guard numbers.count == 4 else { return nil }
            let isTimed = numbers[2] > 0
            return Outcome(
                seconds: numbers[0],
                count: task.count,
                cpu: numbers[1],
                p50: isTimed ? numbers[2] : nil,
                p99: isTimed ? numbers[3] : nil
            )
        }
    }

    static var wrk: Contestant {
        Contestant(name: "wrk") { task in
            ["wrk", "-t1", "-c\(task.inFlight)", "-d\(task.seconds)s", "--latency", task.url]
        } read: { text, _ in
            guard
                let rate = text.firstMatch(of: /Requests\/sec:\s+([0-9.]+)/).flatMap({
                    Double($0.1)
                }),
                let total = text.firstMatch(of: /(\d+) requests in/).flatMap({ Int($0.1) })
            else { return nil }
            var outcome = Outcome(seconds: Double(total) / rate, count: total)
            if let match = text.firstMatch(of: /50%\s+([0-9.]+)us/) {
                outcome.p50 = Double(match.1)
            }
            if let match = text.firstMatch(of: /99%\s+([0-9.]+)us/) {
                outcome.p99 = Double(match.1)
            }
            return outcome
        }
    }

    static var h2load: Contestant {
        Contestant(name: "h2load") { task in
            let protocols = task.url.hasSuffix("#h2") ? [] : ["--h1"]
            let url = task.url.replacing("#h2", with: "")
            let clients =
                task.url.hasSuffix("#h2") ? ["-c1", "-m\(task.inFlight)"] : ["-c\(task.inFlight)"]
            return ["h2load", "-t1", "-n\(task.count)"] + clients + protocols + [url]
        } read: { text, task in
            guard let match = text.firstMatch(of: /finished in ([0-9.]+)(ms|s),/),
                let time = Double(match.1)
            else { return nil }
            return Outcome(seconds: match.2 == "ms" ? time / 1_000 : time, count: task.count)
        }
    }
}
