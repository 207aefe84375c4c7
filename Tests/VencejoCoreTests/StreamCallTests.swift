import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// Remembers the request and answers it with its own address in two chunks.
private final class Parrot: Transport {
    let seen = Locked<Request?>(nil)
    private let status: HTTPStatus

    init(_ status: HTTPStatus = 200) {
        self.status = status
    }

    var request: Request? { seen.withLock { $0 } }

    func send(_ request: Request) async throws(NetworkError) -> Response {
        seen.withLock { $0 = request }
        let stream = BodyStream(Words(["one", "two"]))
        return Response(status: status, body: ResponseBody(stream), request: request)
    }
}

private final class Words: BodySource {
    private let rest: Locked<[String]>

    init(_ words: [String]) {
        rest = Locked(words)
    }

    func next() async throws(NetworkError) -> [UInt8]? {
        rest.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
    }

    func cancel() {}
}

private struct Export: Endpoint {
    var path: Path { "export" }
    var method: HTTPMethod { .post }
    var body: Body { .text("all") }
}

@Suite struct StreamCallTests {
    private func client(_ transport: Parrot, _ pipeline: Pipeline = []) -> APIClient {
        APIClient(baseURL: "https://example.com/v1", pipeline: pipeline, transport: transport)
    }

    @Test func `a call and an endpoint ask for their answer as it comes`() async throws {
        let parrot = Parrot()
        let response = try await client(parrot).stream("large", query: ["a": 1])
        #expect(parrot.request?.delivery == .stream && parrot.request?.method == .get)
        #expect(parrot.request?.url == URI("https://example.com/v1/large?a=1"))
        #expect(try await response.body.collected(limit: 6) == Array("onetwo".utf8))
        _ = try await client(parrot).stream(Export())
        #expect(parrot.request?.delivery == .stream && parrot.request?.method == .post)
        #expect(parrot.request?.body.bytes == Array("all".utf8))
        _ = try await client(parrot).get("small") as Response
        #expect(parrot.request?.delivery == .whole)
    }

    @Test func `an answer that is not accepted keeps the beginning of its body`() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await client(Parrot(404)).stream("large")
        }
        #expect(error?.kind == .status(404))
        #expect(error?.response?.body.bytes == Array("onetwo".utf8))
    }

    @Test func `a body says where it comes from, and its type`() async throws {
        let parrot = Parrot()
        try await client(parrot).put(
            "a",
            body: .file("archive.tar", contentType: "application/x-tar")
        )
        #expect(parrot.request?.body == .file("archive.tar"))
        #expect(parrot.request?.headers[.contentType] == "application/x-tar")
        try await client(parrot).put(
            "a",
            body: .stream(length: 3, isReplayable: false) { AsyncStream<[UInt8]> { $0.finish() } }
        )
        #expect(parrot.request?.body.count == 3)
        #expect(parrot.request?.body.isReplayable == false)
        #expect(parrot.request?.headers[.contentType] == "application/octet-stream")
    }

    @Test func `the log says that a body streams`() async throws {
        let lines = Locked<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        _ = try await client(Parrot(), [.custom(log)]).stream("large")
        #expect(lines.withLock { $0.last }?.contains("(a stream, ") == true)
    }
}
