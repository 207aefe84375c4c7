import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// Gives its chunks and counts what was asked of it.
private final class CountedSource: BodySource {
    struct Counts: Sendable, Hashable {
        var asked = 0
        var cancelled = 0
    }

    private let chunks: [[UInt8]]
    private let state = Locked(Counts())

    init(_ chunks: [[UInt8]]) {
        self.chunks = chunks
    }

    var counts: Counts { state.withLock { $0 } }
    var trailers: Headers { ["X-Sum": "1"] }

    func next() async throws(NetworkError) -> [UInt8]? {
        let index = state.withLock { counts in
            counts.asked += 1
            return counts.asked - 1
        }
        return index < chunks.count ? chunks[index] : nil
    }

    func cancel() {
        state.withLock { $0.cancelled += 1 }
    }
}

struct BodyStreamTests {
    @Test func `nothing is read before it is asked for, and empty chunks are passed over`()
        async throws
    {
        let source = CountedSource([[1], [], [2, 3]])
        let stream = BodyStream(source)
        #expect(source.counts.asked == 0)
        var seen: [[UInt8]] = []
        for try await chunk in stream { seen.append(chunk) }
        #expect(seen == [[1], [2, 3]])
        #expect(stream.trailers["X-Sum"] == "1")
    }

    @Test func `leaving the loop frees the source although the stream lives`() async throws {
        let source = CountedSource([[1], [2]])
        let stream = BodyStream(source)
        for try await _ in stream { break }
        #expect(source.counts.asked == 1)
        #expect(source.counts.cancelled == 1)
        withExtendedLifetime(stream) {}
    }

    @Test func `letting go of an unread stream frees the source`() {
        let source = CountedSource([[1]])
        do { _ = BodyStream(source) }
        #expect(source.counts == CountedSource.Counts(asked: 0, cancelled: 1))
    }

    @Test func `a body is collected up to its limit and not beyond`() async throws {
        let body = ResponseBody(BodyStream(CountedSource([[1, 2], [3]])))
        #expect(body.isStream)
        #expect(body.bytes.isEmpty)
        #expect(try await body.collected(limit: 3) == [1, 2, 3])
        let source = CountedSource([[1, 2], [3], [4]])
        await #expect(throws: NetworkError.self) {
            _ = try await ResponseBody(BodyStream(source)).collected(limit: 2)
        }
        #expect(source.counts.asked == 2)
    }

    @Test func `a whole body is a stream of one chunk`() async throws {
        var seen: [[UInt8]] = []
        for try await chunk in ResponseBody([7, 8]).stream { seen.append(chunk) }
        #expect(seen == [[7, 8]])
    }

    @Test func `a failed status keeps the beginning of a streamed body`() async throws {
        let source = CountedSource([Array(repeating: 65, count: 700_000), [66], [67]])
        let transport = AnswerTransport { request in
            Response(status: 500, body: ResponseBody(BodyStream(source)), request: request)
        }
        let api = APIClient(baseURL: "https://api.example.com", transport: transport)
        let error = await #expect(throws: NetworkError.self) {
            _ = try await api.perform(try api.makeRequest(.get, "x"))
        }
        #expect(error?.response?.body.count == 700_002)
        #expect(error?.response?.body.isStream == false)
    }
}

struct RequestBodyTests {
    private func numbers() -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            continuation.yield([1])
            continuation.yield([2])
            continuation.finish()
        }
    }

    @Test func `a stream begins anew for each sending, and once when it cannot be replayed`()
        async throws
    {
        let replayable = RequestBody.stream { [self] in numbers() }
        let once = RequestBody.stream(length: 2, isReplayable: false) { [self] in numbers() }
        guard case .stream(let many) = replayable.content, case .stream(let one) = once.content
        else {
            Issue.record("these are streams")
            return
        }
        for _ in 0..<2 {
            let chunks = try #require(many.begin())
            #expect(try await chunks.next() == [1])
            #expect(try await chunks.next() == [2])
            #expect(try await chunks.next() == nil)
        }
        #expect(one.begin() != nil)
        #expect(one.begin() == nil)
    }

    @Test func `what is known of a body before it is sent`() {
        #expect(RequestBody.none.count == 0)
        #expect(RequestBody.bytes([1, 2]).count == 2)
        #expect(RequestBody.file("/a").count == nil)
        #expect(RequestBody.file("/a").isReplayable)
        #expect(RequestBody.file("/a") == .file("/a"))
        let stream = RequestBody.stream(length: 5, isReplayable: false) { [self] in numbers() }
        #expect(stream.count == 5)
        #expect(!stream.isReplayable)
        let other = RequestBody.stream(length: 5) { [self] in numbers() }
        #expect(stream != other)
        #expect(Set([stream, stream, other]).count == 2)
    }
}
