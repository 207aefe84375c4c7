#if os(Linux)
import Foundation
import TestSupport
import Testing
import Vencejo
import VencejoMockServer

/// The same inputs through `curl` and through our engine; what differs is explained in a list.
///
/// `RECORD=1` writes the list anew and keeps the reasons that are there.
@Suite(
    .serialized,
    .enabled(if: Curl.program != nil, "the curl tool is absent"),
    .timeLimit(.minutes(5))
)
struct `Beside curl` {
    private struct Difference: Codable, Hashable {
        var curl: String
        var vencejo: String
        var why: String
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Expected/curl-differences.json")

    private func check(_ part: String, _ found: [String: Difference]) throws {
        let data = try? Data(contentsOf: Self.file)
        var list =
            try data.map {
                try JSONDecoder().decode([String: [String: Difference]].self, from: $0)
            } ?? [:]
        if ProcessInfo.processInfo.environment["RECORD"] != nil {
            let known = list[part] ?? [:]
            list[part] = Dictionary(
                uniqueKeysWithValues: found.map { name, difference in
                    var difference = difference
                    difference.why = known[name]?.why ?? ""
                    return (name, difference)
                }
            )
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(list).write(to: Self.file)
            return
        }
        let expected = list[part] ?? [:]
        for name in Set(found.keys).union(expected.keys).sorted() {
            let difference = found[name]
            #expect(difference?.curl == expected[name]?.curl, "\(name)")
            #expect(difference?.vencejo == expected[name]?.vencejo, "\(name)")
        }
        #expect(expected.values.allSatisfy { $0.why.count > 20 }, "each difference has its reason")
    }

    @Test(.server(leaving: .unreadRequests))
    func `answers mean the same, but for those listed`() async throws {
        let line = try await Line()
        for (number, row) in CurlCases.answers.enumerated() {
            line.server.on(.get, "answer/\(number)", respond: row.answer)
        }
        var found: [String: Difference] = [:]
        for (number, row) in CurlCases.answers.enumerated() {
            let path = "answer/\(number)"
            let curl = try await Curl.outcome(["--compressed", line.url + "/" + path])
            let ours = await outcome(try line.request(.get, path), line)
            guard curl != ours else { continue }
            found[row.name] = Difference(curl: curl, vencejo: ours, why: "")
        }
        try check("answers", found)
    }

    private func outcome(_ request: Request, _ line: Line) async -> String {
        do throws(NetworkError) {
            let response = try await line.transport.send(request)
            return "\(response.status.code) \(Curl.summary(response.body.bytes))"
        } catch {
            return "fails"
        }
    }

    @Test(.server) func `redirects are followed the same way, but for those listed`() async throws {
        let line = try await Line()
        var found: [String: Difference] = [:]
        for row in CurlCases.redirects {
            let redirect = MockResponse(
                status: HTTPStatus(row.status),
                headers: [.location: row.location]
            )
            line.server.on(Route(nil, "from/here", respond: redirect))
            let body = row.method == "POST" ? ["--data", "BODY123"] : []
            let curl = try await arrived(line) {
                try await Curl.outcome(
                    ["--location", "--max-redirs", "5", line.url + "/from/here"] + body
                )
            }
            var request = try line.request(HTTPMethod(rawValue: row.method), "from/here")
            if row.method == "POST" { request.body = .bytes(Array("BODY123".utf8)) }
            request.headers[.contentType] =
                row.method == "POST" ? "application/x-www-form-urlencoded" : nil
            line.server.forgetRequests()
            let failure = await Self.failure(request, line)
            let ours = seen(line, hasFailed: failure)
            if curl != ours { found[row.name] = Difference(curl: curl, vencejo: ours, why: "") }
        }
        try check("redirects", found)
    }

    private static func failure(_ request: Request, _ line: Line) async -> Bool {
        do throws(NetworkError) {
            _ = try await line.api.perform(request)
            return false
        } catch {
            return true
        }
    }

    private func arrived(_ line: Line, _ ask: () async throws -> String) async throws -> String {
        line.server.forgetRequests()
        let outcome = try await ask()
        return seen(line, hasFailed: outcome == "fails")
    }

    /// What the server saw last, and whether the call failed all the same.
    private func seen(_ line: Line, hasFailed: Bool) -> String {
        guard let last = line.server.requests.last else { return "nothing" }
        let type = last.headers[.contentType].map { " \($0)" } ?? ""
        let text = "\(last.method.rawValue) \(last.target) \(last.text)\(type)"
        return "\(line.server.requests.count): \(text)" + (hasFailed ? ", fails" : "")
    }
}
#endif
