#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

/// A server that does on each connection what a test says, byte for byte.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (Peer) async throws -> Void

    let poller: Poller
    let port: Int
    private let listener: Listener
    private let accepted = Locked(0)
    private let failures = Locked(0)

    /// How many connections have come.
    var connections: Int { accepted.withLock { $0 } }

    convenience init(_ script: @escaping Script) throws {
        guard let address = SocketAddress(literal: "127.0.0.1", port: 0) else {
            throw SocketError(.unreachable)
        }
        try self.init(at: address, script)
    }

    init(at address: SocketAddress, _ script: @escaping Script) throws {
        poller = try Poller()
        listener = try Listener(address, poller: poller)
        port = listener.address.port
        let listener = listener
        let poller = poller
        Task.detached { [weak self] in
            while let socket = try? await listener.accept() {
                guard let number = self?.count() else { break }
                Task.detached {
                    try? await script(Peer(socket: socket, number: number, poller: poller))
                    socket.close()
                }
            }
        }
    }

    deinit {
        listener.interrupt()
        poller.stop()
    }

    private func count() -> Int {
        accepted.withLock { accepted in
            accepted += 1
            return accepted
        }
    }

    func url(_ path: String = "/") throws -> URI {
        guard let url = URI("http://127.0.0.1:\(port)\(path)") else {
            throw SocketError(.nameNotFound)
        }
        return url
    }

    /// Answers every request with the same bytes and keeps the connection.
    static func answering(_ answer: String) throws -> ScriptedServer {
        try ScriptedServer { peer in
            while try await peer.request() != nil { try await peer.say(answer) }
        }
    }

    /// Answers one request with these bytes and closes.
    static func answeringOnce(_ answer: [UInt8]) throws -> ScriptedServer {
        try ScriptedServer { peer in
            _ = try await peer.request()
            try await peer.socket.send(answer)
        }
    }
}

/// The other side of one connection, as a script sees it.
final class Peer: Sendable {
    let socket: Socket
    /// 1 for the first connection of the server.
    let number: Int
    let poller: Poller
    private let rest = Locked<[UInt8]>([])

    init(socket: Socket, number: Int, poller: Poller) {
        self.socket = socket
        self.number = number
        self.poller = poller
    }

    /// The next request, head and body; `nil` when the client is gone.
    func request() async throws -> String? {
        var bytes = rest.withLock { $0 }
        while true {
            if let end = Self.end(of: bytes) {
                let text = String(decoding: bytes[..<end], as: UTF8.self)
                let left = Array(bytes[end...])
                rest.withLock { $0 = left }
                return text
            }
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = try await socket.receive(into: &piece)
            if count == 0 { return nil }
            bytes += piece[..<count]
        }
    }

    private static func end(of bytes: [UInt8]) -> Int? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let head = text.range(of: "\r\n\r\n") else { return nil }
        let headCount = text[..<head.upperBound].utf8.count
        var length = 0
        for line in text[..<head.lowerBound].split(whereSeparator: \.isNewline)
        where line.lowercased().hasPrefix("content-length:") {
            length = Int(line.dropFirst(15).filter(\.isNumber)) ?? 0
        }
        return bytes.count >= headCount + length ? headCount + length : nil
    }

    func say(_ text: String) async throws {
        try await socket.send(Array(text.utf8))
    }

    /// Waits until the client closes the connection.
    func waitForEnd() async throws {
        var piece = [UInt8](repeating: 0, count: 4_096)
        while try await socket.receive(into: &piece) > 0 {}
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        let needle = Array(text.utf8)
        let view = utf8
        var index = view.startIndex
        while index < view.endIndex {
            if view[index...].starts(with: needle) {
                return index..<view.index(index, offsetBy: needle.count)
            }
            index = view.index(after: index)
        }
        return nil
    }
}

/// Sends and gives the failure's kind, `nil` for success.
func failure(of request: Request, over transport: EngineTransport) async -> NetworkError.Kind? {
    do {
        _ = try await transport.send(request)
        return nil
    } catch {
        return error.kind
    }
}

extension Response {
    var text: String { String(decoding: body.bytes, as: UTF8.self) }
}
#endif
