#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(3)))
struct `3.10 Streaming` {
    @Test(arguments: Way.all)
    func `an answer comes in pieces, and whole`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .stream(.repeating([1, 2, 3], count: 900_000)))
        line.server.on(.get, "y", respond: .text("abc").chunked(of: 1).trailer("X-Sum", "6"))
        let large = try await line.api.stream("x")
        var count = 0
        for try await chunk in large.body.stream { count += chunk.count }
        #expect(count == 900_000)
        let small = try await line.api.stream("y")
        #expect(try await small.body.collected(limit: 10) == Array("abc".utf8))
        // This nginx passes no trailers on.
        if way != .http2 { #expect(small.body.stream.trailers["X-Sum"] == "6") }
    }

    @Test(arguments: Way.all)
    func `an answer that nobody reads is not sent`(_ way: Way) async throws {
        let line = try await Line(way)
        let made = Tally()
        let block = [UInt8](repeating: 7, count: 64 << 10)
        line.server.on(.get, "x") { _ in
            .stream(
                MockStream(count: 10 << 30) { _ in
                    made.add(block.count)
                    return block
                }
            )
        }
        let response = try await line.api.stream("x")
        var chunks = response.body.stream.makeAsyncIterator()
        _ = try await chunks.next()
        var before = -1
        while made.count != before {
            before = made.count
            for _ in 0..<3_000 { await Task.yield() }
        }
        // The buffers of two sockets, and over TLS of the relay between.
        #expect(made.count < 64 << 20)
        response.body.stream.cancel()
        #expect(await line.server.idle(within: .seconds(10)))
    }

    @Test(arguments: Way.all)
    func `leaving the loop frees the connection at once`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .stream(.repeating([1], count: 1 << 30)))
        let response = try await line.api.stream("x")
        for try await _ in response.body.stream { break }
        #expect(await line.server.idle(within: .seconds(10)))
    }

    @Test func `an answer that stalls runs out of time`() async throws {
        let line = try await Line(configure: { $0.timeouts.idle = .milliseconds(50) })
        line.server.on(.get, "x", respond: .text("hello").failing(.stall(after: .body(2))))
        let response = try await line.api.stream("x")
        let error = await #expect(throws: NetworkError.self) {
            for try await _ in response.body.stream {}
        }
        #expect(error?.kind == .timedOut(.idle))
    }

    @Test(arguments: Way.all)
    func `an answer that is cut short is an error at its end`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.get, "x", respond: .text("hello").failing(.close(after: .body(2))))
        let response = try await line.api.stream("x")
        let error = await #expect(throws: NetworkError.self) {
            for try await _ in response.body.stream {}
        }
        #expect(error?.kind.isCutShort(way) == true)
    }

    @Test(arguments: Way.all, [nil, 300_000])
    func `a request is made while it is sent`(_ way: Way, _ length: Int?) async throws {
        let line = try await Line(way)
        line.server.on(.post, "x") { .text("\($0.body.count)") }
        let body = RequestBody.stream(length: length) { Self.chunks(30, of: 10_000) }
        let response = try await line.transport.send(line.request(.post, "x", body: body))
        #expect(response.text == "300000")
        let arrived = try #require(line.server.requests.first)
        #expect(arrived.headers[.contentLength] == length.map { String($0) })
        #expect(arrived.headers[.transferEncoding] == (length == nil ? "chunked" : nil))
    }

    private static func chunks(_ count: Int, of size: Int) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for _ in 0..<count { continuation.yield([UInt8](repeating: 5, count: size)) }
            continuation.finish()
        }
    }

    @Test(arguments: Way.all)
    func `a request that can be made again follows a 307`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.post, "x", respond: .redirect(307, to: "/y"))
        line.server.on(.post, "y") { .text("\($0.body.count)") }
        let body = RequestBody.stream { Self.chunks(3, of: 1_000) }
        let request = try line.request(.post, "x", body: body)
        #expect(try await line.api.perform(request).text == "3000")
        let once = RequestBody.stream(isReplayable: false) { Self.chunks(3, of: 1_000) }
        let second = try line.request(.post, "x", body: once)
        let kind = await outcome { () throws(NetworkError) in try await line.api.perform(second) }
        #expect(kind == .redirect(.notReplayable))
    }

    @Test(arguments: Way.all)
    func `a slow producer holds nobody else up`(_ way: Way) async throws {
        let line = try await Line(way)
        line.server.on(.post, "slow") { .text("\($0.body.count)") }
        line.server.on(.get, "x", respond: .text("ok"))
        let (chunks, producer) = AsyncStream<[UInt8]>.makeStream()
        let body = RequestBody.stream(isReplayable: false) { chunks }
        let slow = try line.request(.post, "slow", body: body)
        let upload = Task { try await line.transport.send(slow).text }
        let small = try line.request(.get, "x")
        for _ in 0..<20 {
            producer.yield([1])
            #expect(await line.failure(small) == nil)
        }
        producer.finish()
        #expect(try await upload.value == "20")
    }
}
#endif
