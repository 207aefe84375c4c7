import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoTesting

/// A line in front of a bulkhead or a host is not longer than `timeouts.queue`.
@Suite struct QueueLimitTests {
    /// Answers `slow` only once it is cancelled, and everything else at once.
    private static func transport(_ began: AsyncStream<Void>.Continuation) -> AnswerTransport {
        AnswerTransport { request throws(NetworkError) in
            guard request.url.path.hasSuffix("slow") else {
                return Response(status: 200, request: request)
            }
            began.yield()
            while !Task.isCancelled { await Task.yield() }
            throw NetworkError(.cancelled, request: request)
        }
    }

    private func refusal(
        _ layer: Layer,
        queue: Duration?,
        deadline: Duration? = nil
    ) async throws -> (NetworkError.Kind?, Duration, asked: Int) {
        let clock = TestClock()
        let (began, continuation) = AsyncStream<Void>.makeStream()
        let transport = Self.transport(continuation)
        let api = client(transport, pipeline: [layer]) {
            $0.context.time = clock.timeSource
            $0.timeouts.queue = queue
        }
        let slow = Task { try await api.get("slow") as Response }
        for await _ in began { break }
        let waiting = Task {
            guard let deadline else {
                return await failure { () throws(NetworkError) in try await api.get("x") }
            }
            return await withDeadline(deadline, on: clock.timeSource) {
                await failure { () throws(NetworkError) in try await api.get("x") }
            }
        }
        await clock.sleepers()
        let step = deadline ?? queue ?? .zero
        clock.advance(by: step - .seconds(1))
        #expect(transport.requests.count == 1)
        clock.advance(by: .seconds(1))
        let error = await waiting.value
        slow.cancel()
        _ = await slow.result
        return (error?.kind, clock.now.offset, transport.requests.count)
    }

    @Test(arguments: [
        ("bulkhead", Layer.bulkhead(concurrent: 1)),
        ("places of a host", .pace(.perHost(concurrent: 1))),
    ])
    func `a call leaves the line when its time in it is over`(_ row: (String, Layer)) async throws {
        let (kind, after, asked) = try await refusal(row.1, queue: .seconds(5))
        #expect(kind == .timedOut(.queue) && after == .seconds(5) && asked == 1)
    }

    @Test func `a deadline of the work ends the waiting too`() async throws {
        let layer = Layer.bulkhead(concurrent: 1)
        let (kind, after, _) = try await refusal(layer, queue: nil, deadline: .seconds(3))
        #expect(kind == .timedOut(.total) && after == .seconds(3))
    }

    @Test func `a cancelled call leaves the line, and its place is not lost`() async throws {
        let clock = TestClock()
        let (began, continuation) = AsyncStream<Void>.makeStream()
        let api = client(Self.transport(continuation), pipeline: [.bulkhead(concurrent: 1)]) {
            $0.context.time = clock.timeSource
        }
        let slow = Task { try await api.get("slow") as Response }
        for await _ in began { break }
        let waiting = Task {
            await failure { () throws(NetworkError) in try await api.get("x") }
        }
        await clock.sleepers()
        waiting.cancel()
        #expect(await waiting.value?.kind == .cancelled)
        slow.cancel()
        _ = await slow.result
        let response: Response = try await api.get("y")
        #expect(response.status == 200)
    }
}
