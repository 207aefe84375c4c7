import Foundation
import Vencejo
import VencejoEngine

/// Requests per second and client CPU per request, beside the peers, interleaved in one run.
struct TransportSuite {
    let rounds: Int

    private struct Figure {
        var rates: [Double] = []
        var cpu: [Double] = []
    }

    private struct User: Decodable, Sendable {
        let id: Int
        let name: String
        let email: String
    }

    private typealias Subject = (name: String, run: (Int) async throws -> (Double, Double)?)

    func run() async throws -> [Row] {
        let nginx = try Nginx()
        defer { nginx.stop() }
        try await waitUntilServing(nginx.url)
        let subjects = try subjects(nginx)
        var rows: [Row] = []
        for inFlight in [1, 64] {
            var figures = [Figure](repeating: Figure(), count: subjects.count)
            for _ in 0..<rounds {
                for (index, subject) in subjects.enumerated() {
                    guard let (rate, cpu) = try await subject.run(inFlight) else { continue }
                    figures[index].rates.append(rate)
                    figures[index].cpu.append(cpu)
                }
            }
            let name = inFlight == 1 ? "one by one" : "64 in flight"
            rows += report(name, subjects.map(\.name), figures)
        }
        return rows
    }

    private func subjects(_ nginx: Nginx) throws -> [Subject] {
        let url = nginx.url
        let engine = EngineTransport()
        let api = APIClient(baseURL: nginx.base, transport: engine)
        let request = Request(.get, try address(url))
        let path: Path = "user.json"
        return [
            ("wrk", { try wrk(url, $0) }),
            ("C on libcurl multi", curl(nginx)),
            ("URLSession", { try await RawURLSession.measure(url, inFlight: $0) }),
            (
                "engine",
                { try await Self.measure($0) { _ = try await engine.send(request) } }
            ),
            (
                "api.get to bytes",
                {
                    try await Self.measure($0) {
                        let _: Response = try await api.get(path)
                    }
                }
            ),
            (
                "api.get to a model",
                { try await Self.measure($0) { let _: User = try await api.get(path) } }
            ),
        ]
    }

    private func address(_ url: String) throws -> URI {
        guard let uri = URI(url) else { throw PeerFailure(name: url) }
        return uri
    }

    /// Calls for about two seconds; gives calls per second and microseconds of CPU per call.
    static func measure(
        _ inFlight: Int,
        _ call: @escaping @Sendable () async throws -> Void
    ) async throws -> (Double, Double) {
        let clock = ContinuousClock()
        for _ in 0..<50 { try await call() }
        let cpu = CPU.own()
        let start = clock.now
        let end = start + .seconds(2)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<inFlight {
                group.addTask { @concurrent in
                    var count = 0
                    while clock.now < end {
                        try await call()
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        let seconds = (clock.now - start) / .seconds(1)
        return (Double(count) / seconds, (CPU.own() - cpu) / Double(count))
    }

    private func wrk(_ url: String, _ inFlight: Int) throws -> (Double, Double)? {
        guard let program = Peers.find("wrk") else { return nil }
        let cpu = CPU.children()
        let text = try Peers.output(program, ["-t1", "-c\(inFlight)", "-d2s", url])
        let used = CPU.children() - cpu
        guard
            let rate = text.firstMatch(of: /Requests\/sec:\s+([0-9.]+)/).flatMap({ Double($0.1) }),
            let total = text.firstMatch(of: /(\d+) requests in/).flatMap({ Double($0.1) })
        else { return nil }
        return (rate, used / total)
    }

    private func curl(_ nginx: Nginx) -> (Int) async throws -> (Double, Double)? {
        guard let program = Peers.buildCurl(in: nginx.folder) else { return { _ in nil } }
        return { inFlight in
            let count = inFlight == 1 ? 15_000.0 : 80_000.0
            let cpu = CPU.children()
            let text = try Peers.output(program, [nginx.url, "\(Int(count))", "\(inFlight)"])
            let used = CPU.children() - cpu
            guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                return nil
            }
            return (count / seconds, used / count)
        }
    }

    private func report(_ name: String, _ subjects: [String], _ figures: [Figure]) -> [Row] {
        let reference = figures.first.flatMap { median($0.rates) }
        let cpuReference = figures.first.flatMap { median($0.cpu) }
        return zip(subjects, figures).flatMap { subject, figure -> [Row] in
            guard let rate = median(figure.rates), let cpu = median(figure.cpu) else {
                print("\(subject): not installed here")
                return []
            }
            return [
                Row(
                    name: name,
                    subject: subject,
                    peer: "wrk",
                    metric: "requests/s",
                    value: rate,
                    ratio: reference.map { rate / $0 }
                ),
                Row(
                    name: name,
                    subject: subject,
                    peer: "wrk",
                    metric: "CPU us/request",
                    value: cpu,
                    ratio: cpuReference.map { cpu / $0 }
                ),
            ]
        }
    }

    private func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }

    private func waitUntilServing(_ url: String) async throws {
        let engine = EngineTransport()
        let request = Request(.get, try address(url))
        for _ in 0..<200 {
            if (try? await engine.send(request))?.status == .ok { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw PeerFailure(name: "nginx did not start")
    }
}
