#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoLoad
import VencejoSockets

/// Answers with random faults, sent to the engine over sockets: whole, and again in pieces.
///
/// Nothing may crash, hang, or depend on how the bytes were cut.
struct Fuzz: Sendable {
    let seconds: Int
    let seed: UInt64

    private static let seeds: [[UInt8]] =
        [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5;a=\"b\"\r\nhello\r\n6\r\n world\r\n0\r\nX-Sum: 1\r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.0 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nuntil the end",
            "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n",
        ].map { Array($0.utf8) } + [
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 38\r\n\r\n".utf8)
                + [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8]
                + [0x40, 0x27, 0xB9, 0, 0, 0x88, 0x59, 0x0B, 24, 0, 0, 0]
        ]

    func run() async throws -> Bool {
        print("fuzz: the engine for \(seconds) s, seed \(seed)")
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        let faults = await withTaskGroup(of: (Int, [String]).self) { group in
            for worker in 0..<4 {
                group.addTask {
                    await self.work(Dice(seed &* 100 &+ UInt64(worker))) { clock.now < end }
                }
            }
            var tries = 0
            var faults: [String] = []
            for await (count, found) in group {
                tries += count
                faults += found
            }
            print("fuzz: \(tries) answers")
            return faults
        }
        for fault in faults.prefix(10) { print("fuzz: FAULT \(fault)") }
        print("fuzz: \(faults.isEmpty ? "ok" : "\(faults.count) faults"), seed \(seed)")
        return faults.isEmpty
    }

    private func work(
        _ start: Dice,
        while goesOn: @Sendable () -> Bool
    ) async -> (Int, [String]) {
        var dice = start
        guard let server = try? FuzzServer(), let url = URI("http://127.0.0.1:\(server.port)/")
        else {
            return (0, ["no server"])
        }
        let transport = EngineTransport()
        var tries = 0
        var faults: [String] = []
        while goesOn(), faults.count < 10 {
            let answer = Self.mutated(&dice)
            server.prepare([answer])
            let whole = await Self.outcome(url, transport)
            server.prepare(Self.pieces(of: answer, &dice))
            let cut = await Self.outcome(url, transport)
            tries += 2
            if whole != cut {
                let text = String(decoding: answer, as: UTF8.self).debugDescription
                faults.append("\(whole) but \(cut) in pieces: \(text)")
            }
            if whole.hasPrefix("timedOut") { faults.append("\(whole): \(answer)") }
        }
        await transport.close()
        server.stop()
        return (tries, faults)
    }

    private static func outcome(_ url: URI, _ transport: EngineTransport) async -> String {
        var request = Request(.get, url)
        request.maximumResponseBytes = 1 << 20
        request.timeouts.total = .seconds(20)
        // Bytes behind an answer that come late would be taken for the next one.
        await transport.close()
        do throws(NetworkError) {
            let response = try await transport.send(request)
            return "\(response.status.code) \(response.headers) \(response.body.bytes)"
        } catch {
            // A text may tell how far it came, which depends on the pieces.
            if case .invalidResponse = error.kind { return "invalid" }
            return "\(error.kind)"
        }
    }

    private static func mutated(_ dice: inout Dice) -> [UInt8] {
        var bytes = seeds[dice.below(seeds.count)]
        for _ in 0..<dice.below(6) {
            let at = dice.below(bytes.count + 1)
            switch dice.below(6) {
            case 0 where at < bytes.count: bytes[at] = UInt8(truncatingIfNeeded: dice.next())
            case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8(dice.below(8))
            case 2 where at < bytes.count: bytes.remove(at: at)
            case 3: bytes.insert(contentsOf: bytes.prefix(dice.below(20)), at: at)
            case 4: bytes.insert(Array("\r\n:;0 -\u{0}".utf8)[dice.below(8)], at: at)
            default: bytes.removeLast(min(bytes.count, dice.below(8)))
            }
        }
        return bytes
    }

    private static func pieces(of bytes: [UInt8], _ dice: inout Dice) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = 1 + dice.below(dice.below(4) == 0 ? rest.count : 9)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}

/// Answers every connection's first request with the pieces that were prepared, and closes.
private final class FuzzServer: Sendable {
    let port: Int
    private let poller: Poller
    private let listener: Listener
    private let pieces = Locked<[[UInt8]]>([])

    init() throws {
        poller = try Poller()
        guard let address = SocketAddress(literal: "127.0.0.1", port: 0) else {
            throw SocketError(.unreachable)
        }
        listener = try Listener(address, poller: poller)
        port = listener.address.port
        Task.detached { [listener, weak self] in
            while let socket = try? await listener.accept() {
                guard let pieces = self?.pieces.withLock({ $0 }) else { return }
                try? await Self.answer(socket, pieces)
                socket.close()
            }
        }
    }

    func prepare(_ new: [[UInt8]]) { pieces.withLock { $0 = new } }

    func stop() {
        listener.interrupt()
        poller.stop()
    }

    private static func answer(_ socket: Socket, _ pieces: [[UInt8]]) async throws {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var request: [UInt8] = []
        while !request.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let count = try await socket.receive(into: &buffer)
            if count == 0 { return }
            request += buffer.prefix(count)
        }
        for piece in pieces {
            try await socket.send(piece)
            if pieces.count > 1 { await Task.yield() }
        }
        socket.finishSending()
        let soon = MonotonicClock.now() + 2_000_000_000
        while try await socket.receive(into: &buffer, until: soon) > 0 {}
    }
}
#endif
