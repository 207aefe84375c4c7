import Foundation
import Synchronization
import Vencejo
import VencejoEngine

/// What layers cost: a GET of 1 KB through more and more of them, beside the transport alone.
///
/// All subjects share one engine and one nginx; they take turns, block after block, in a new order
/// each round, and the ratio is the median of those within a round.
struct PipelineSuite {
    let rounds: Int
    var filter: String?

    private static let block = 3_000
    private static let inFlight = 64

    private struct Subject {
        let name: String
        let call: @Sendable () async throws -> Void
    }

    func run() async throws -> [Row] {
        let nginx = try Nginx()
        defer { nginx.stop() }
        guard let url = URI(nginx.url) else { throw PeerFailure(name: "nginx") }
        let subjects = subjects(url)
        var costs = subjects.map { _ in [Double]() }
        for subject in subjects { _ = try await Self.cost(subject) }
        for round in 0..<max(7, rounds) {
            for index in subjects.indices {
                // Who goes first is another one each time.
                let turn = (index + round) % subjects.count
                costs[turn].append(try await Self.cost(subjects[turn]))
            }
        }
        return subjects.indices.map { index in
            let ratios = zip(costs[index], costs[0]).map { $0 / $1 }
            return Row(
                name: "GET of 1 KB, \(Self.inFlight) in flight",
                subject: subjects[index].name,
                peer: subjects[0].name,
                metric: "CPU us/request",
                value: Self.median(costs[index]),
                ratio: index == 0 ? nil : Self.median(ratios)
            )
        }
    }

    private func subjects(_ url: URI) -> [Subject] {
        let transport = EngineTransport()
        // Another address each time: reads of one address at a time are joined by the pipeline.
        let counter = Counter()
        let next: @Sendable () -> Request = {
            Request(.get, url.with(path: url.path, query: "n=\(counter.next())"))
        }
        let base = url.with(path: "/", query: nil)
        let client = { (name: String, pipeline: Pipeline) -> Subject in
            let api = APIClient(baseURL: base, pipeline: pipeline, transport: transport)
            return Subject(name: name) { _ = try await api.perform(next()) }
        }
        let table = MetricsTable()
        return [
            Subject(name: "bare transport") { _ = try await transport.send(next()) },
            client("no layers", []),
            client("standard pipeline", .standard()),
            client("standard with a token", .standard(.bearer("token"))),
            client(
                "… and trace, metrics",
                Pipeline([.metrics(table), .trace()] + Pipeline.standard(.bearer("token")).layers)
            ),
        ].filter { subject in
            filter.map { subject.name.contains($0) } ?? true || subject.name == "bare transport"
        }
    }

    /// The processor time of one call, in microseconds.
    private static func cost(_ subject: Subject) async throws -> Double {
        let before = CPU.own()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight {
                group.addTask { for _ in 0..<(block / inFlight) { try await subject.call() } }
            }
            try await group.waitForAll()
        }
        return (CPU.own() - before) / Double(block / inFlight * inFlight)
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}

/// Numbers in turn, from any task.
private final class Counter: Sendable {
    private let last = Atomic(0)

    func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
