import Testing
import VencejoCore
import VencejoHTTP
import VencejoJSON

@Suite struct `A report of a call` {
    private struct User: Decodable, Sendable { let id: Int }

    private func failure(_ type: String?, _ text: String) async -> NetworkError? {
        var headers: Headers = [:]
        if let type { headers["Content-Type"] = type }
        let api = APIClient(
            baseURL: "https://api.example.com",
            transport: AnswerTransport(200, headers: headers, text)
        )
        do throws(NetworkError) {
            let _: User = try await api.get("users/1", query: ["api_key": "s3cret"])
            return nil
        } catch {
            return error
        }
    }

    @Test func `says what was asked, what came and what is wrong with it`() async {
        let error = await failure("application/json", #"{"token": "abc", "id": "one"}"#)
        #expect(
            error?.report == """
                GET https://api.example.com/users/1?api_key=<redacted>: 200 OK, \
                application/json, 29 bytes
                User cannot be read: id: expected Int, found string
                  line 1, column 24:
                    {"token": "<redacted>", "id": "one"}
                                                  ^
                """
        )
    }

    @Test func `names a page that is no JSON`() async {
        let error = await failure("text/html", "<html>Sign in</html>")
        #expect(error?.report.contains("200 OK, text/html, 20 bytes\nUser cannot be read") == true)
        #expect(error?.report.contains("this is HTML, not JSON") == true)
        guard case .decoding(let problem) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.kind == .notJSON)
    }

    @Test func `names an empty body`() async {
        let error = await failure(nil, "")
        #expect(error?.report.contains("200 OK, no content type, 0 bytes") == true)
        #expect(error?.report.hasSuffix("expected User, found no content") == true)
    }

    @Test func `of another failure is its description`() {
        let error = NetworkError(.status(404))
        #expect(error.report == error.description)
    }
}
