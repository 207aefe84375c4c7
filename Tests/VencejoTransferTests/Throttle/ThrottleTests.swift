import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer
import VencejoTesting

@Suite struct ThrottleTests {
    private func run(
        _ pipeline: Pipeline,
        _ body: (APIClient, MockServer, TestClock) async throws -> Void
    ) async throws {
        let clock = TestClock(skipsWaits: true)
        let server = try await MockServer { _ in .bytes([UInt8](repeating: 7, count: 100_000)) }
        let api = APIClient(baseURL: server.url, pipeline: pipeline) {
            $0.context.time = clock.timeSource
        }
        let result = await typed { try await body(api, server, clock) }
        await api.close()
        await server.stop()
        try result.get()
    }

    @Test func `a body takes the time that its rate needs`() async throws {
        try await run([.throttle(uploadBytesPerSecond: 10_000)]) { api, server, clock in
            let bytes = (0..<102_500).map { UInt8(truncatingIfNeeded: $0) }
            let told = Told()
            try await api.upload(.bytes(bytes), to: "x", progress: told.tell)
            #expect(server.requests[0].body == bytes)
            // A quarter of a second's bytes go at once.
            #expect(abs(clock.now.offset / .seconds(1) - 10) < 0.001)
            #expect(told.states.count > 3)
            // All calls of the client share the rate.
            try await api.post("x", body: .bytes(bytes))
            #expect(abs(clock.now.offset / .seconds(1) - 20.25) < 0.001)
        }
    }

    @Test func `a streamed answer is held back, one in memory and one without limit are not`()
        async throws
    {
        try await run([.throttle(downloadBytesPerSecond: 10_000)]) { api, _, clock in
            let whole: Response = try await api.get("x")
            #expect(whole.body.count == 100_000 && clock.now.offset == .zero)
            let response = try await api.stream("x")
            var count = 0
            for try await chunk in response.body.stream { count += chunk.count }
            #expect(count == 100_000)
            #expect(abs(clock.now.offset / .seconds(1) - 9.75) < 0.001)
            let half = try await api.stream("x")
            for try await _ in half.body.stream { break }
            try await api.post("x", body: .bytes([UInt8](repeating: 1, count: 50_000)))
        }
    }

    @Test func `what is compressed is held back by what goes over the wire`() async throws {
        let text = String(repeating: "a", count: 1_000_000)
        for pipeline in [
            [.throttle(uploadBytesPerSecond: 10_000), .compressBodies()],
            [.compressBodies(), .throttle(uploadBytesPerSecond: 10_000)],
        ] as [Pipeline] {
            try await run(pipeline) { api, server, clock in
                let folder = try Scratch()
                try folder.write(Array(text.utf8), "a")
                try await api.post("x", body: .file(folder.file("a")))
                #expect(server.requests[0].decodedBody() == Array(text.utf8))
                #expect(clock.now.offset < .seconds(2))
            }
        }
    }

    @Test func `a call that waits is cancelled at once`() async throws {
        let clock = TestClock()
        let server = try await MockServer { _ in .status(204) }
        let api = APIClient(
            baseURL: server.url,
            pipeline: [.throttle(uploadBytesPerSecond: 1_000)]
        ) { $0.context.time = clock.timeSource }
        let call = Task {
            try await api.post("x", body: .bytes([UInt8](repeating: 1, count: 50_000))) as Response
        }
        await clock.sleepers()
        call.cancel()
        let error = await #expect(throws: NetworkError.self) { try await call.value }
        #expect(error?.kind == .cancelled)
        await api.close()
        await server.stop()
    }
}
