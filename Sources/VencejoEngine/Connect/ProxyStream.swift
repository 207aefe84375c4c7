#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets
import VencejoWire

/// The talk with a proxy before the bytes of the origin begin.
struct ProxyStream {
    let socket: Socket
    /// The TLS that leads to the proxy itself.
    let tls: TLSSession?
    let deadline: Nanoseconds?
    /// Whose time is over at the deadline.
    let phase: NetworkError.Phase
    /// Whether nothing can come behind the proxy's answer; else it is read byte by byte.
    let readsAhead: Bool

    /// Asks a proxy over HTTP for a tunnel; false when it wants to know who asks.
    func connect(
        _ request: ConnectRequest,
        of proxy: Proxy,
        isAuthenticated: Bool
    ) async throws(EngineFault) -> Bool {
        try await send(request.bytes)
        let status = try await head(of: proxy)
        switch ConnectRequest.verdict(
            status,
            hasCredentials: proxy.credentials != nil,
            sentCredentials: isAuthenticated
        ) {
        case .open: return true
        case .authenticate: return false
        case .failed(let reason): throw EngineFault(proxy, reason)
        }
    }

    private func head(of proxy: Proxy) async throws(EngineFault) -> HTTPStatus {
        // A proxy that refuses may explain itself at length; nobody reads that.
        var parser = ResponseParser(
            requestMethod: .connect,
            limits: WireLimits(maxHeadBytes: 65_536, maxBodyBytes: 1 << 20)
        )
        while true {
            let bytes = try await receive()
            if bytes.isEmpty {
                throw EngineFault(proxy, .invalidAnswer("it closed the connection"))
            }
            let used: Int
            do {
                used = try parser.feed(bytes.span)
            } catch {
                throw EngineFault(proxy, .invalidAnswer(error.description))
            }
            guard let status = parser.head?.status else { continue }
            // Over TLS the origin speaks second: what is behind the head is the proxy's invention.
            if status.isSuccess, used < bytes.count {
                throw EngineFault(proxy, .invalidAnswer("it sent bytes that nobody asked for"))
            }
            return status
        }
    }

    /// Asks a SOCKS proxy for a tunnel.
    func connect(to url: URI, by proxy: Proxy) async throws(EngineFault) {
        var machine = try Self.judged(proxy) { () throws(SOCKSFault) in
            try SOCKS5(to: url.host, port: url.effectivePort, credentials: proxy.credentials)
        }
        try await send(machine.greeting)
        while true {
            let bytes = try await receive()
            let step = try Self.judged(proxy) { () throws(SOCKSFault) in
                if bytes.isEmpty { throw SOCKSFault(.invalidAnswer("it closed the connection")) }
                return try machine.receive(bytes)
            }
            switch step {
            case .send(let next): try await send(next)
            case .more: continue
            case .done: return
            }
        }
    }

    private static func judged<Result>(
        _ proxy: Proxy,
        _ body: () throws(SOCKSFault) -> Result
    ) throws(EngineFault) -> Result {
        do throws(SOCKSFault) {
            return try body()
        } catch {
            throw EngineFault(proxy, error.reason)
        }
    }
}

extension ProxyStream {
    private func send(_ bytes: [UInt8]) async throws(EngineFault) {
        var sent = 0
        while true {
            let offset = sent
            let moved = try bytes.withUnsafeBytes { raw in
                Result { () throws(EngineFault) -> Int? in
                    let rest = UnsafeRawBufferPointer(rebasing: raw[offset...])
                    return rest.isEmpty ? nil : try write(rest)
                }
            }.get()
            sent += moved ?? 0
            if sent == bytes.count, try tls?.flush(to: socket) ?? true { return }
            if moved == nil {
                try await wait { () async throws(SocketError) in
                    try await socket.waitWritable(until: deadline)
                }
            }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(EngineFault) -> Int? {
        if let tls { return try tls.write(bytes, to: socket) }
        do {
            guard case .bytes(let count) = try socket.trySend(bytes) else { return nil }
            return count
        } catch {
            throw EngineFault(error, phase: phase)
        }
    }

    /// The next bytes; none at the end of the stream.
    private func receive() async throws(EngineFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: readsAhead ? 4_096 : 1)
        while true {
            let received = try bytes.withUnsafeMutableBytes { raw in
                Result { () throws(EngineFault) in try read(raw) }
            }.get()
            switch received {
            case .bytes(let count): return Array(bytes[..<count])
            case .end: return []
            case .wouldBlock:
                try await wait { () async throws(SocketError) in
                    try await socket.waitReadable(until: deadline)
                }
            }
        }
    }

    private func read(
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> Connection.Received {
        if let tls { return try tls.read(into: buffer, from: socket) }
        do {
            switch try socket.tryReceive(buffer) {
            case .bytes(0): return .end(isClean: true)
            case .bytes(let count): return .bytes(count)
            case .wouldBlock: return .wouldBlock
            }
        } catch {
            throw EngineFault(error, phase: phase)
        }
    }

    private func wait(
        _ body: () async throws(SocketError) -> Void
    ) async throws(EngineFault) {
        do throws(SocketError) {
            try await body()
        } catch {
            throw EngineFault(error, phase: phase)
        }
    }
}
#endif
