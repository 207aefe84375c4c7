import Foundation
import Vencejo
import VencejoConcurrency
import VencejoMockServer

/// How the tests of the suite turn out.
struct SuiteTally {
    var verdicts: [String: SuiteRunner.Verdict] = [:]
    let tests: [CacheSuite.Test]

    /// Runs tests, so many at a time.
    static func run(
        _ tests: [CacheSuite.Test],
        pipeline: Pipeline,
        isReal: Bool = false,
        atOnce: Int = 25
    ) async throws -> SuiteTally {
        let origin = SuiteServer()
        var options = MockServer.Options()
        options.recordsRequests = false
        let server = try await MockServer(options: options) { await origin.answer($0) }
        let api = APIClient(baseURL: server.url + "/", pipeline: pipeline) {
            $0.acceptedStatuses = .all
        }
        let runner = SuiteRunner(server: origin, api: api, isReal: isReal)
        var tally = SuiteTally(tests: tests)
        await withTaskGroup(of: (String, SuiteRunner.Verdict).self) { group in
            var rest = tests[...]
            for test in rest.prefix(atOnce) { group.addTask { (test.id, await runner.run(test)) } }
            rest = rest.dropFirst(atOnce)
            for await (id, verdict) in group {
                tally.verdicts[id] = verdict
                if let test = rest.popFirst() {
                    group.addTask { (test.id, await runner.run(test)) }
                }
            }
        }
        await api.close()
        await server.stop()
        return tally
    }

    /// A test without that on which it depends says nothing.
    mutating func applyDependencies() {
        let kinds = Dictionary(tests.map { ($0.id, $0.kind) }, uniquingKeysWith: { $1 })
        var isChanged = true
        while isChanged {
            isChanged = false
            for test in tests {
                guard let verdict = verdicts[test.id] else { continue }
                if case .skipped = verdict { continue }
                let missing = test.dependencies.first { id in
                    // A question that was answered with no is no failure of what asks on.
                    verdicts[id].map { $0 != .passed } ?? false
                }
                guard let missing, kinds[missing] != nil else { continue }
                verdicts[test.id] = .skipped(missing)
                isChanged = true
            }
        }
    }

    func count(_ kind: String, _ holds: (SuiteRunner.Verdict) -> Bool) -> Int {
        tests.count { $0.kind == kind && holds(verdicts[$0.id] ?? .retried) }
    }

    /// Passed, failed, could not be carried out, skipped.
    func counts(_ kind: String) -> [Int] {
        [
            count(kind) { $0 == .passed },
            count(kind) { if case .failed = $0 { true } else { false } },
            count(kind) { if case .setup = $0 { true } else { $0 == .retried } },
            count(kind) { if case .skipped = $0 { true } else { false } },
        ]
    }

    var report: String {
        var lines: [String] = []
        for (kind, yes, no) in [
            ("required", "passed", "failed"), ("optimal", "passed", "failed"),
            ("check", "yes", "no"),
        ] {
            let counts = counts(kind)
            lines.append(
                "\(kind): \(counts[0]) \(yes), \(counts[1]) \(no), \(counts[2]) setup, "
                    + "\(counts[3]) skipped"
            )
        }
        for test in tests.sorted(by: { $0.id < $1.id }) {
            switch verdicts[test.id] {
            case .passed: if test.kind == "check" { lines.append("yes \(test.id)") }
            case .failed(let why):
                lines.append(
                    test.kind == "check"
                        ? "no \(test.id)" : "failed \(test.kind) \(test.id): \(why)"
                )
            case .setup(let why): lines.append("setup \(test.kind) \(test.id): \(why)")
            case .skipped(let other): lines.append("skipped \(test.kind) \(test.id): \(other)")
            case .retried, nil: lines.append("retried \(test.kind) \(test.id)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
