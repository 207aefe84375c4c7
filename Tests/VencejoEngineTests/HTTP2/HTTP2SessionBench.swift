#if os(Linux)
import VencejoCore
import VencejoEngine
import VencejoHTTP

/// A client's session with the frames of a server fed by hand; no socket, no clock.
struct HTTP2SessionBench {
    let session: HTTP2Session
    private let reader = HTTP2FrameReader()

    init(_ change: (inout HTTP2Limits) -> Void = { _ in }) throws {
        var limits = HTTP2Limits()
        change(&limits)
        session = try HTTP2Session(limits)
        try receive(.settings(), .settingsAck)
        _ = try sent()
    }

    func receive(_ frames: HTTP2Frame..., at now: UInt64 = 0) throws {
        try receive(frames, at: now)
    }

    func receive(_ frames: [HTTP2Frame], at now: UInt64 = 0) throws {
        try session.receive(frames.flatMap(\.bytes), at: now)
    }

    /// What the session sends now.
    func sent() throws -> [HTTP2Frame] {
        var bytes: [UInt8] = []
        try session.pull(into: &bytes, limit: 10_000_000)
        reader.feed(bytes)
        var frames: [HTTP2Frame] = []
        while let frame = reader.next() { frames.append(frame) }
        return frames
    }

    func fields(_ frame: HTTP2Frame?) -> [String] {
        frame.map { reader.fields($0).map { "\($0.0): \($0.1)" } } ?? []
    }

    @discardableResult
    func open(
        _ request: Request? = nil,
        isWhole: Bool = true,
        limit: Int = .max,
        body: (bytes: String, isWhole: Bool)? = nil
    ) throws -> HTTP2Stream {
        let request = try request ?? Self.request("https://example.com/")
        let stream = HTTP2Stream(isWhole: isWhole, limit: limit)
        let fields = try HTTP2Fields(
            request,
            length: body.map { $0.isWhole ? $0.bytes.utf8.count : nil },
            userAgent: "test",
            codings: "gzip"
        )
        try session.submit(fields, hasBody: body != nil, on: stream)
        if let body { session.send(Array(body.bytes.utf8), isLast: body.isWhole, on: stream) }
        return stream
    }

    static func request(
        _ text: String,
        _ method: HTTPMethod = .get,
        _ headers: Headers = [:]
    ) throws -> Request {
        guard let url = URI(text) else { throw HTTP2Failure.badHeader }
        return Request(method, url, headers: headers)
    }

    /// What a session fails with when it is fed these frames and answers them.
    func failure(_ frames: [HTTP2Frame]) throws -> HTTP2Failure? {
        do throws(HTTP2Failure) {
            try session.receive(frames.flatMap(\.bytes))
        } catch {
            return error
        }
        _ = try sent()
        return session.fault
    }
}
#endif
