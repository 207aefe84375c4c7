#if os(Linux)
import CNGHTTP2
import Testing
import VencejoCore
import VencejoEngine

@Suite struct `A hostile server over HTTP/2` {
    private func failure(
        _ frames: [HTTP2Frame],
        _ change: (inout HTTP2Limits) -> Void = { _ in }
    ) throws -> HTTP2Failure? {
        let bench = try HTTP2SessionBench(change)
        try bench.open()
        _ = try bench.sent()
        for start in stride(from: 0, to: frames.count, by: 200) {
            let part = Array(frames[start..<min(start + 200, frames.count)])
            if let failure = try bench.failure(part) { return failure }
        }
        return nil
    }

    @Test(arguments: [
        HTTP2Frame.ping, .settings([(4, 70_000)]), .window(0, 1), .window(1, 1),
        HTTP2Frame(.priority, stream: 1, [0, 0, 0, 3, 1]), .data(1, "", isEnd: false),
        .reset(1, 8),
    ])
    func `that sends only frames which help nobody is cut off`(frame: HTTP2Frame) throws {
        var frames = [HTTP2Frame](repeating: frame, count: 1_100)
        if frame.is(.data) || frame.is(.windowUpdate) { frames.insert(.answer(1), at: 0) }
        #expect(try failure(frames) == .flood)
        #expect(try failure(Array(frames.prefix(900))) == nil)
    }

    @Test func `earns its frames back with time`() throws {
        let bench = try HTTP2SessionBench()
        for second in UInt64(1)...100 {
            let pings = [HTTP2Frame](repeating: .ping, count: 50)
            try bench.receive(pings, at: second * 1_000_000_000)
            _ = try bench.sent()
        }
    }

    @Test func `cannot send an endless head`() throws {
        let part = HTTP2Frame.block([("a", String(repeating: "x", count: 10_000))])
        let start = HTTP2Frame(.headers, stream: 1, HTTP2Frame.block([(":status", "200")]))
        let more = [HTTP2Frame](repeating: HTTP2Frame(.continuation, stream: 1, part), count: 100)
        let found = try failure([start] + more)
        #expect(found == .library(NGHTTP2_ERR_TOO_MANY_CONTINUATIONS.rawValue))
        // The same with frames that carry nothing.
        let empty = [HTTP2Frame](repeating: HTTP2Frame(.continuation, stream: 1), count: 100)
        #expect(try failure([start] + empty) != nil)
    }

    @Test func `cannot send a giant head or too many fields`() throws {
        let bench = try HTTP2SessionBench {
            $0.maxHeadBytes = 10_000
            $0.maxHeaderCount = 20
        }
        let streams = try (0..<3).map { _ in try bench.open() }
        _ = try bench.sent()
        let giant = [(":status", "200"), ("a", String(repeating: "x", count: 9_990))]
        let many = [(":status", "200")] + (0..<21).map { ("a\($0)", "b") }
        try bench.receive(.head(1, giant), .head(3, many), .answer(5, isEnd: true))
        _ = try bench.sent()
        #expect(streams[0].outcome == .failed(.headTooLarge(limit: 10_000)))
        #expect(streams[1].outcome == .failed(.tooManyHeaders(limit: 20)))
        #expect(streams[2].outcome == .complete)
    }

    @Test func `cannot send interim answers without end`() throws {
        let bench = try HTTP2SessionBench()
        let stream = try bench.open()
        _ = try bench.sent()
        try bench.receive((0..<40).map { _ in .answer(1, 103) })
        #expect(stream.outcome == .failed(.tooManyInterimAnswers(limit: 32)))
    }

    @Test func `cannot send more content than is wanted`() throws {
        let bench = try HTTP2SessionBench()
        let stream = try bench.open(limit: 10)
        _ = try bench.sent()
        try bench.receive(.answer(1), .data(1, "0123456789", isEnd: false))
        #expect(stream.outcome == nil)
        try bench.receive(.data(1, "x", isEnd: false))
        #expect(stream.outcome == .failed(.bodyTooLarge(limit: 10)))
        #expect(try bench.sent().contains(.reset(1, 8)))
    }

    /// RFC 9113 §8.1.1 and §8.2: each is a malformed answer.
    @Test(arguments: [
        [("x", "no status")], [(":status", "20")], [(":status", "abc")],
        [(":status", "200"), ("Upper", "a")], [(":status", "200"), (":path", "/")],
        [("x", "1"), (":status", "200")], [(":status", "200"), (":status", "200")],
        [(":status", "200"), ("connection", "close")],
        [(":status", "200"), ("transfer-encoding", "chunked")],
        [(":status", "200"), ("x", "a\r\nb")], [(":status", "200"), ("x", "a\0b")],
        [(":status", "200"), ("x y", "a")], [(":status", "200"), ("", "a")],
        [(":status", "200"), ("content-length", "x")], [(":status", "101")],
        [(":status", "200"), ("content-length", "5")],
    ])
    func `gets no malformed head through`(fields: [(String, String)]) throws {
        let bench = try HTTP2SessionBench()
        let stream = try bench.open()
        _ = try bench.sent()
        try bench.receive(.head(1, fields), .data(1, "four", isEnd: true))
        _ = try bench.sent()
        guard case .failed(let failure)? = stream.outcome, case .invalidResponse = failure.kind
        else {
            Issue.record("\(String(describing: stream.outcome)) for \(fields)")
            return
        }
    }

    @Test(arguments: [
        HTTP2Frame(
            .pushPromise,
            flags: 4,
            stream: 1,
            [0, 0, 0, 2] + HTTP2Frame.block([("a", "b")])
        ),
        .data(0, "x"), .head(0, [(":status", "200")]), .head(2, [(":status", "200")]),
        .data(3, "idle"), .settings([(2, 1)]), .settings([(4, 1 << 31)]), .settings([(5, 1)]),
        .window(0, 0), .window(0, 0x7FFF_FFFF), HTTP2Frame(.ping, [1]),
        HTTP2Frame(.settings, flags: 1, [1]), HTTP2Frame(.settings, stream: 1),
        HTTP2Frame(.continuation, flags: 4, stream: 1), HTTP2Frame(.goAway, [0]),
        HTTP2Frame(.headers, flags: 4, stream: 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        HTTP2Frame(.data, flags: 8, stream: 1, [200, 1]),
        HTTP2Frame(.data, stream: 1, [UInt8](repeating: 0, count: 16_385)),
        HTTP2Frame.settings((0..<40).map { _ in (4, 70_000) }),
    ])
    func `that breaks the rules is cut off`(frame: HTTP2Frame) throws {
        let found = try failure([frame])
        guard let found, case .invalidResponse = found.kind else {
            Issue.record("\(String(describing: found)) for \(frame)")
            return
        }
    }

    @Test func `that does not begin with its settings is cut off`() throws {
        let session = try HTTP2Session()
        let text = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        var failure: HTTP2Failure?
        do throws(HTTP2Failure) {
            try session.receive(text)
            var sent: [UInt8] = []
            try session.pull(into: &sent)
            failure = session.fault
        } catch {
            failure = error
        }
        guard case .invalidResponse? = failure?.kind else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
#endif
