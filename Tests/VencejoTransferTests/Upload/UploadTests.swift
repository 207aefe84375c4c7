import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer
import VencejoTesting

/// What was told of a transfer.
final class Told: Sendable {
    private let list = Locked<[TransferProgress]>([])

    var states: [TransferProgress] { list.withLock { $0 } }
    var last: TransferProgress? { states.last }

    var tell: @Sendable (TransferProgress) async -> Void {
        { [self] progress in list.withLock { $0.append(progress) } }
    }
}

@Suite struct UploadTests {
    private struct Receipt: Codable, Sendable, Equatable {
        let bytes: Int
    }

    private struct SendNote: Endpoint {
        typealias Output = Receipt
        var method: HTTPMethod { .post }
        var path: Path { "notes" }
        var body: Body { .text("hola") }
    }

    private struct Drop: Endpoint {
        typealias Output = Void
        var method: HTTPMethod { .put }
        var path: Path { "notes" }
        var body: Body { .text("hola") }
    }

    private static let file = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    private func run(
        pipeline: Pipeline = [],
        _ body: (APIClient, MockServer, Scratch) async throws -> Void
    ) async throws {
        let server = try await MockServer { request in
            .json(["bytes": .number(JSONNumber(request.body.count))])
        }
        let clock = TestClock(skipsWaits: true)
        let api = APIClient(baseURL: server.url, pipeline: pipeline) {
            $0.context.time = clock.timeSource
        }
        let folder = try Scratch()
        try folder.write(Self.file, "a.jpg")
        let result = await typed { try await body(api, server, folder) }
        await api.close()
        await server.stop()
        try result.get()
    }

    @Test func `a form with a file is told about until it is gone`() async throws {
        try await run { api, server, folder in
            let told = Told()
            try await api.upload(
                .multipart([.file("photo", folder.file("a.jpg")), .field("title", "Playa")]),
                to: "photos",
                progress: told.tell
            )
            let sent = try #require(server.requests.first)
            #expect(sent.method == .post && sent.path == "/photos")
            #expect(sent.headers[.contentLength] == String(sent.body.count))
            #expect(try sent.formParts().map(\.content) == [Self.file, Array("Playa".utf8)])
            let last = told.last
            #expect(last?.bytes == sent.body.count && last?.total == sent.body.count)
            #expect(last?.fraction == 1 && last?.kept == 0)
            #expect(told.states.map(\.bytes) == told.states.map(\.bytes).sorted())
        }
    }

    @Test func `every kind of body is told about, and its answer decoded`() async throws {
        try await run { api, server, folder in
            let path = folder.file("a.jpg")
            let stream = Body.stream(length: nil) {
                AsyncStream<[UInt8]> { chunks in
                    chunks.yield([1, 2])
                    chunks.yield([3])
                    chunks.finish()
                }
            }
            let rows: [(Body, Int, Int?)] = [
                (.bytes(Self.file), 700_001, 700_001), (.file(path), 700_001, 700_001),
                (stream, 3, nil), (.text(""), 0, 0),
            ]
            for (body, count, total) in rows {
                let told = Told()
                let receipt: Receipt = try await api.upload(
                    body,
                    to: "x",
                    method: .put,
                    query: ["a": 1],
                    headers: ["X-A": "1"],
                    progress: told.tell
                )
                #expect(receipt == Receipt(bytes: count))
                #expect(told.last?.bytes == count && told.last?.total == total)
            }
            let sent = server.requests
            #expect(sent.map(\.target) == Array(repeating: "/x?a=1", count: 4))
            #expect(sent[1].body == Self.file && sent[1].headers["X-A"] == "1")
            #expect(sent[0].headers[.contentLength] == "700001")
            let receipt: Receipt = try await api.upload(.text("hola"), to: "x")
            #expect(receipt.bytes == 4)
        }
    }

    @Test func `endpoints are told about too`() async throws {
        try await run { api, _, _ in
            let told = Told()
            let receipt: Receipt = try await api.upload(SendNote(), progress: told.tell)
            #expect(receipt.bytes == 4 && told.last?.bytes == 4)
            try await api.upload(Drop(), progress: told.tell)
        }
    }

    @Test(arguments: [307, 308] as [HTTPStatus])
    func `a redirect begins the telling again`(status: HTTPStatus) async throws {
        try await run { api, server, folder in
            server.on(.post, "old", respond: .redirect(status, to: "/new"))
            let told = Told()
            let path = folder.file("a.jpg")
            try await api.upload(.file(path), to: "old", progress: told.tell)
            #expect(server.requests.last?.body == Self.file)
            // Never more than there is, although twice as much was sent.
            #expect(told.states.allSatisfy { $0.bytes <= 700_001 && $0.total ?? 0 <= 700_001 })
            #expect(told.last?.bytes == 700_001)
        }
    }

    @Test func `a retry begins the telling again`() async throws {
        try await run(pipeline: [.retry()]) { api, server, _ in
            let calls = Locked(0)
            server.on(.put, "x") { _ in
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                return .status(call == 1 ? 503 : 204)
            }
            let told = Told()
            try await api.upload(.bytes(Self.file), to: "x", method: .put, progress: told.tell)
            #expect(server.requests.count == 2)
            #expect(told.states.allSatisfy { $0.bytes <= 700_001 })
            #expect(told.last?.bytes == 700_001)
        }
    }

    @Test func `answers and errors have the body as it was given`() async throws {
        let server = try await MockServer { request in
            .status(request.path == "/bad" ? 400 : 200)
        }
        let api = APIClient(baseURL: server.url)
        let told = Told()
        let response: Response = try await api.upload(.bytes([1, 2]), to: "x", progress: told.tell)
        #expect(response.request.body.bytes == [1, 2])
        let error = await #expect(throws: NetworkError.self) {
            try await api.upload(.bytes([1, 2]), to: "bad", progress: told.tell) as Response
        }
        #expect(error?.kind == .status(400) && error?.request?.body.bytes == [1, 2])
        await api.close()
        await server.stop()
    }

    @Test func `a file that is missing fails before anything is sent`() async throws {
        try await run { api, server, folder in
            let error = await #expect(throws: NetworkError.self) {
                try await api.upload(.file(folder.file("none")), to: "x", progress: { _ in })
                    as Response
            }
            guard case .invalidRequest(.body) = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.requests.isEmpty)
        }
    }
}
