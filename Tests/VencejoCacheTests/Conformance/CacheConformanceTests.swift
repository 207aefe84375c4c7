import Foundation
import TestSupport
import Testing
import Vencejo

/// The public suite of cache tests, over a real server and with a real client.
@Suite(.enabled(if: Conformance.isPresent, "conformance data absent"))
struct CacheConformanceTests {
    @Test func `the runner judges a client without a cache as the suite says`() async throws {
        let tests = try CacheSuite.tests().filter {
            $0.isForPrivateCache && !$0.needs.contains("interim-responses-visible")
        }
        let tally = try await SuiteTally.run(tests, pipeline: [])
        #expect(tally.counts("required").prefix(3) == [52, 17, 29])
        #expect(tally.counts("optimal").prefix(3) == [0, 62, 2])
        #expect(tally.counts("check").prefix(3) == [17, 34, 11])
    }

    @Test func `the results of the cache are those that are written down`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let tests = try CacheSuite.tests().filter { $0.isForPrivateCache && !$0.isForCDN }
        var tally = try await SuiteTally.run(
            tests,
            pipeline: [.cache(.memory(megabytes: 64))],
            isReal: environment["CONFORMANCE_REAL_TIME"] == "1"
        )
        tally.applyDependencies()
        let report = tally.report
        if let path = environment["CONFORMANCE_REPORT"] {
            try Data(report.utf8).write(to: URL(filePath: path))
        }
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Expected")
        if environment["RECORD"] == "1" {
            try Data(report.utf8).write(to: folder.appending(path: "http-cache.txt"))
        }
        let expected = folder.appending(path: "http-cache.txt")
        #expect(try String(contentsOf: expected, encoding: .utf8) == report)
        // Whatever is not passed has a reason beside it.
        let reasons = try String(
            contentsOf: folder.appending(path: "http-cache-reasons.txt"),
            encoding: .utf8
        )
        let explained = Set(reasons.split(separator: "\n").map { $0.prefix { $0 != ":" } })
        for test in tests where test.kind != "check" && tally.verdicts[test.id] != .passed {
            #expect(explained.contains(test.id[...]), "\(test.id)")
        }
        let optimal = tally.counts("optimal")
        #expect(tally.counts("required")[1] == 0)
        #expect(optimal[0] * 10 >= optimal.reduce(0, +) * 9)
    }
}
