import Foundation
import TestSupport
import Testing
import VencejoCore
import VencejoHTTP
import VencejoJSON

@Suite struct ProblemTests {
    static let cases: [JSONValue] = {
        let data = try? Conformance.data("problem-details/cases.json")
        return data.flatMap { try? JSONValue(parsing: $0) }?.arrayValue ?? []
    }()

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"), arguments: cases)
    func `problem documents as RFC 9457 has them`(_ example: JSONValue) throws {
        let expected = try #require(example["expected"])
        let type = example["content_type"]?.stringValue ?? ""
        let body = Array((example["body"]?.stringValue ?? "").utf8)
        let problem = Problem(headers: ["Content-Type": type], body: body)
        let isLenient = example["lenient"]?.boolValue ?? false
        #expect((problem != nil) == expected["is_problem"]?.boolValue || isLenient)
        guard let problem, !isLenient else { return }
        #expect(problem.type == expected["type"]?.stringValue)
        #expect(problem.title == expected["title"]?.stringValue)
        #expect(problem.status == expected["status"]?.intValue)
        #expect(problem.detail == expected["detail"]?.stringValue)
        #expect(problem.instance == expected["instance"]?.stringValue)
        #expect(problem.extensions == expected["extensions"]?.objectValue)
    }

    @Test(
        arguments: [
            (
                #"{"code":"title.missing","message":"No title","details":{"title":"required"}}"#,
                APIErrorBody(
                    code: "title.missing",
                    message: "No title",
                    details: ["title": "required"]
                )
            ),
            (#"{"code":404,"message":"None"}"#, APIErrorBody(code: "404", message: "None")),
            (#"{"message":"Only this"}"#, APIErrorBody(code: "", message: "Only this")),
            (#"{"error":{"code":"a","message":"b"}}"#, APIErrorBody(code: "a", message: "b")),
            (
                #"{"code":"a","message":"b","details":{"n":1,"o":{}}}"#,
                APIErrorBody(code: "a", message: "b", details: ["n": "1"])
            ),
            ("{}", nil), ("[]", nil), ("<html>", nil), ("", nil), (#""code""#, nil),
        ] as [(String, APIErrorBody?)]
    )
    func `the plainer form is read with patience`(json: String, expected: APIErrorBody?) throws {
        let request = Request(.get, try #require(URI("https://example.com/")))
        let body = ResponseBody(Array(json.utf8))
        let response = Response(status: 422, body: body, request: request)
        let error = NetworkError(.status(422), request: request, response: response)
        #expect(error.apiError == expected)
        #expect(error.problem == nil)
    }
}
