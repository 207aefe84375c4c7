#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

/// A proxy that notes what it was told, and leads on or refuses as a test says.
final class TestProxy: Sendable {
    /// What was said, one entry for each request or greeting.
    final class Log: Sendable {
        private let entries = Locked<[String]>([])

        var all: [String] { entries.withLock { $0 } }

        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    let server: ScriptedServer
    let log: Log

    private init(_ log: Log, _ script: @escaping ScriptedServer.Script) throws {
        self.log = log
        server = try ScriptedServer(script)
    }

    func proxy(_ kind: Proxy.Kind, credentials: Proxy.Credentials? = nil) -> Proxy {
        Proxy(kind, host: "127.0.0.1", port: server.port, credentials: credentials)
    }

    /// Speaks HTTP; `refusal` is answered instead of leading on, where it gives something.
    static func http(_ refusal: @escaping @Sendable (String) -> String? = { _ in nil }) throws
        -> TestProxy
    {
        let log = Log()
        return try TestProxy(log) { peer in
            while let head = try await peer.request() {
                log.note(head)
                if let answer = refusal(head) {
                    try await peer.say(answer)
                } else if head.hasPrefix("CONNECT ") {
                    let target = head.split(separator: " ")[1].split(separator: ":")
                    let socket = try await peer.connect(port: Int(target.last ?? "") ?? 0)
                    defer { socket.close() }
                    try await peer.say("HTTP/1.1 200 Connection established\r\n\r\n")
                    return await peer.pump(with: socket)
                } else {
                    try await peer.say("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nby proxy")
                }
            }
        }
    }

    /// Asks for `user` and `password`, as RFC 9110 §11.7 has it.
    static func asking() throws -> TestProxy {
        try http { head in
            if head.contains("Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA==\r\n") { return nil }
            return "HTTP/1.1 407 Proxy Authentication Required\r\n"
                + "Proxy-Authenticate: Basic realm=\"way out\"\r\nContent-Length: 4\r\n\r\nwho?"
        }
    }

    /// Speaks SOCKS 5; `reply` is what it answers to the request.
    static func socks(reply: UInt8 = 0, asksForPassword: Bool = false) throws -> TestProxy {
        let log = Log()
        return try TestProxy(log) { peer in
            let methods = try await peer.take(Int(try await peer.take(2)[1]))
            guard methods.contains(asksForPassword ? 2 : 0) else {
                return try await peer.socket.send([5, 0xFF])
            }
            try await peer.socket.send([5, asksForPassword ? 2 : 0])
            if asksForPassword {
                let user = try await peer.take(Int(try await peer.take(2)[1]))
                let password = try await peer.take(Int(try await peer.take(1)[0]))
                let isRight = user + password == Array("userpassword".utf8)
                try await peer.socket.send([1, isRight ? 0 : 1])
                guard isRight else { return }
            }
            let head = try await peer.take(4)
            let length = head[3] == 1 ? 4 : head[3] == 4 ? 16 : Int(try await peer.take(1)[0])
            let host = try await peer.take(length)
            let port = try await peer.take(2)
            log.note(head[3] == 3 ? String(decoding: host, as: UTF8.self) : "\(host)")
            // A name is answered with a name, so that every kind of address is read.
            let bound: [UInt8] = head[3] == 3 ? [3, 1, 97, 0, 0] : [1, 0, 0, 0, 0, 0, 0]
            try await peer.socket.send([5, reply, 0] + bound)
            guard reply == 0 else { return }
            let socket = try await peer.connect(port: Int(port[0]) << 8 | Int(port[1]))
            defer { socket.close() }
            await peer.pump(with: socket)
        }
    }
}

extension Peer {
    func connect(port: Int) async throws -> Socket {
        guard let address = SocketAddress(literal: "127.0.0.1", port: port) else {
            throw SocketError(.unreachable)
        }
        return try await Socket.connect(to: address, poller: poller)
    }

    /// Exactly so many bytes.
    func take(_ count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var piece = [UInt8](repeating: 0, count: count - bytes.count)
            let received = try await socket.receive(into: &piece)
            if received == 0 { throw SocketError(.closed) }
            bytes += piece[..<received]
        }
        return bytes
    }

    /// Passes bytes both ways until both sides have ended.
    func pump(with other: Socket) async {
        await withTaskGroup { group in
            group.addTask { await Self.copy(self.socket, other) }
            group.addTask { await Self.copy(other, self.socket) }
        }
    }

    private static func copy(_ source: Socket, _ target: Socket) async {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while let count = try? await source.receive(into: &bytes), count > 0 {
            guard (try? await target.send(Array(bytes[..<count]))) != nil else { break }
        }
        target.finishSending()
    }
}
#endif
