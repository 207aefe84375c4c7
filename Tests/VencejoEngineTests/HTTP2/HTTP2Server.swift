#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

/// The other side of one HTTP/2 connection, as a script sees it.
final class HTTP2Peer: Sendable {
    struct Asked: Sendable {
        let stream: Int32
        let fields: [String: String]
        let names: [String]
        let isEnd: Bool
    }

    let number: Int
    private let peer: Peer
    private let reader = HTTP2FrameReader()

    init(_ peer: Peer) {
        self.peer = peer
        number = peer.number
    }

    func send(_ frames: HTTP2Frame...) async throws {
        try await peer.socket.send(frames.flatMap(\.bytes))
    }

    func send(_ frames: [HTTP2Frame]) async throws {
        try await peer.socket.send(frames.flatMap(\.bytes))
    }

    /// The next frame of the client, `nil` when it is gone.
    func next() async throws -> HTTP2Frame? {
        while true {
            if let frame = reader.next() { return frame }
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = try await peer.socket.receive(into: &piece)
            if count == 0 { return nil }
            reader.feed(piece[..<count])
        }
    }

    /// The next frame of a kind.
    func next(_ kind: HTTP2Frame.Kind) async throws -> HTTP2Frame? {
        while let frame = try await next() {
            if frame.is(kind) { return frame }
        }
        return nil
    }

    /// The head of the next request, `nil` when the client is gone.
    func request() async throws -> Asked? {
        guard let frame = try await next(.headers) else { return nil }
        let fields = reader.fields(frame)
        return Asked(
            stream: frame.stream,
            fields: Dictionary(fields) { $0 + "|" + $1 },
            names: fields.map(\.0),
            isEnd: frame.isEnd
        )
    }

    /// The body of a request, up to its end.
    func body(_ stream: Int32) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let frame = try await next(.data) {
            guard frame.stream == stream else { continue }
            bytes += frame.payload
            if !frame.payload.isEmpty {
                try await send(
                    .window(0, frame.payload.count),
                    .window(stream, frame.payload.count)
                )
            }
            if frame.isEnd { break }
        }
        return bytes
    }

    /// Reads until the client closes; gives the code of its GOAWAY, if it sent one.
    func waitForEnd() async throws -> Int? {
        var code: Int?
        while let frame = try? await next() {
            if frame.is(.goAway) { code = frame.number(at: 4) }
        }
        return code
    }

    func close() { peer.socket.close() }
}

/// Servers that speak HTTP/2 without TLS, and a transport that knows it.
extension ScriptedServer {
    typealias HTTP2Script = @Sendable (HTTP2Peer) async throws -> Void

    /// Sends its settings on each connection, then does what the script says.
    static func http2(
        _ settings: [(UInt8, Int)] = [],
        _ script: @escaping HTTP2Script
    ) throws -> ScriptedServer {
        try ScriptedServer { peer in
            let peer = HTTP2Peer(peer)
            try await peer.send(.settings(settings), .settingsAck)
            try await script(peer)
        }
    }

    /// Answers every request at once with 200 and its path.
    static func http2Echo(_ settings: [(UInt8, Int)] = []) throws -> ScriptedServer {
        try http2(settings) { peer in
            while let asked = try await peer.request() {
                try await peer.send(
                    .answer(asked.stream),
                    .data(asked.stream, asked.fields[":path"] ?? "")
                )
            }
        }
    }
}

extension EngineTransport {
    /// A transport that speaks HTTP/2 at once.
    static func http2(_ change: (inout EngineConfiguration) -> Void = { _ in }) -> EngineTransport {
        var configuration = EngineConfiguration()
        configuration.http2 = .priorKnowledge
        change(&configuration)
        return EngineTransport(configuration)
    }
}
#endif
