import Foundation

/// The library beside its peers: one program after another, round after round, in one run.
struct TransportSuite {
    let rounds: Int
    var filter: String?

    private struct Line {
        let name: String
        let task: Contestant.Task
        var contestants: [Contestant]
        var metrics: [Metric] = [.rate, .cpu]
    }

    private enum Metric: String {
        case rate = "requests/s"
        case cpu = "CPU us/request"
        case p50 = "p50 us"
        case p99 = "p99 us"
        case mean = "mean us"
        case peak = "peak MB"
        case threads = "threads"
        case megabytes = "MB/s"

        func value(_ outcome: Outcome, bytes: Double) -> Double? {
            let count = Double(max(1, outcome.count))
            switch self {
            case .rate: return count / outcome.seconds
            case .cpu: return outcome.cpu * 1e6 / count
            case .p50: return outcome.p50
            case .p99: return outcome.p99
            case .mean: return outcome.seconds * 1e6 / count
            case .peak: return outcome.peak
            case .threads: return Double(outcome.threads)
            case .megabytes: return bytes * count / outcome.seconds / 1e6
            }
        }
    }

    func run() throws -> [Row] {
        let free = try Nginx()
        defer { free.stop() }
        let pinned = try Nginx(isPinned: true)
        defer { pinned.stop() }
        let slow = try SlowServer()
        defer { slow.stop() }
        let peers = try TransportPeers(folder: free.folder)
        var rows: [Row] = []
        for line in lines(free, pinned, slow, peers)
        where filter.map({ line.name.contains($0) }) ?? true {
            rows += measure(line)
        }
        return rows
    }

    private func lines(
        _ free: Nginx,
        _ pinned: Nginx,
        _ slow: SlowServer,
        _ peers: TransportPeers
    ) -> [Line] {
        let all = peers.all
        var lines = [
            Line(
                name: "one after another",
                task: .init(url: free.url, count: 5_000, inFlight: 1),
                contestants: all,
                metrics: [.mean, .p50, .p99, .cpu]
            ),
            Line(
                name: "one after another, pinned",
                task: .init(url: pinned.url, count: 5_000, inFlight: 1, isPinned: true),
                contestants: all,
                metrics: [.mean, .p50, .p99, .cpu]
            ),
        ]
        for inFlight in [64, 256] {
            let task = Contestant.Task(url: free.url, count: 40_000, inFlight: inFlight)
            lines.append(Line(name: "\(inFlight) in flight", task: task, contestants: all))
        }
        let pinnedTask = Contestant.Task(
            url: pinned.url,
            count: 40_000,
            inFlight: 64,
            isPinned: true
        )
        lines.append(Line(name: "64 in flight, pinned", task: pinnedTask, contestants: all))
        let large = Contestant.Task(url: free.base + "/large.json", count: 10_000, inFlight: 64)
        lines.append(Line(name: "64 in flight, 100 KB", task: large, contestants: all))
        if let secure = free.secure {
            var task = Contestant.Task(url: secure + "/user.json", count: 20_000, inFlight: 64)
            task.authority = free.authority
            lines.append(Line(name: "TLS, 64 in flight", task: task, contestants: all))
        }
        let waiting = Contestant.Task(url: slow.url, count: 1_000, inFlight: 1_000)
        lines.append(
            Line(
                name: "1,000 waiting",
                task: waiting,
                contestants: all.filter { $0.name != "wrk" && $0.name != "h2load" },
                metrics: [.peak, .threads]
            )
        )
        let stream = Contestant.Task(url: free.base + "/giant.bin", count: 1, inFlight: 1)
        lines.append(
            Line(
                name: "1 GB through a stream",
                task: stream,
                contestants: peers.streaming,
                metrics: [.megabytes, .peak]
            )
        )
        return lines
    }

    private func measure(_ line: Line) -> [Row] {
        var outcomes: [String: [Outcome]] = [:]
        for _ in 0..<rounds {
            for contestant in line.contestants {
                guard let outcome = try? contestant.run(line.task) else { continue }
                outcomes[contestant.name, default: []].append(outcome)
            }
        }
        let peer = line.contestants.first { outcomes[$0.name] != nil }?.name ?? ""
        return line.contestants.flatMap { contestant -> [Row] in
            line.metrics.compactMap { metric in
                guard let value = median(outcomes[contestant.name], metric) else { return nil }
                let reference = median(outcomes[peer], metric)
                return Row(
                    name: line.name,
                    subject: contestant.name,
                    peer: peer,
                    metric: metric.rawValue,
                    value: value,
                    ratio: reference.map { value / $0 }
                )
            }
        }
    }

    private func median(_ outcomes: [Outcome]?, _ metric: Metric) -> Double? {
        let values =
            outcomes?.compactMap { metric.value($0, bytes: Double(Nginx.giantBytes)) } ?? []
        return values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
}
