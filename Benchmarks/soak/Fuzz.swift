#if os(Linux)
import Foundation
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoLoad
import VencejoSockets

/// Answers with random faults, sent to the engine over sockets: whole, and again in pieces.
///
/// Nothing may crash, hang, or depend on how the bytes were cut; and what lies behind a whole
/// answer is never taken for the next one.
///
/// The sockets are of the Unix kind: what one side has written the other can read, at once. So no
/// byte is on its way while a call begins, which over HTTP/1.1 nobody could tell from its answer.
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
        let name = "@vencejo-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(dice.next())"
        guard let server = try? FuzzServer(name), let url = URI("http://fuzz/") else {
            return (0, ["no server"])
        }
        var configuration = EngineConfiguration()
        configuration.detours = [Detour(ofAllTo: .unixSocket(name))]
        let transport = EngineTransport(configuration)
        var tries = 0
        var faults: [String] = []
        while goesOn(), faults.count < 10 {
            let answer = Self.mutated(&dice)
            server.prepare([answer])
            let whole = await Self.outcome(url, transport)
            server.prepare(Self.pieces(of: answer, &dice))
            let cut = await Self.outcome(url, transport)
            let kept = await Self.strayFault(url, transport, server, &dice)
            tries += 4
            if let kept { faults.append(kept) }
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

    /// A whole answer, bytes behind it, and then another call: what it made of them, if anything.
    private static func strayFault(
        _ url: URI,
        _ transport: EngineTransport,
        _ server: FuzzServer,
        _ dice: inout Dice
    ) async -> String? {
        let answer = seeds[dice.below(2)]
        let stray = Array(mutated(&dice).prefix(dice.below(200)))
        let end = dice.below(2) == 0 ? answer.count : answer.count - 1 - dice.below(3)
        let pieces = [Array(answer[..<end])] + Self.pieces(of: answer[end...] + stray, &dice)
        server.prepare(pieces, closes: false)
        let first = await outcome(url, transport)
        await server.finished()
        server.prepare([good], closes: false)
        let second = await outcome(url, transport, afresh: false)
        guard first.hasPrefix("200"), second.hasSuffix("\(Array("good".utf8))") else {
            let text = String(decoding: answer + stray, as: UTF8.self).debugDescription
            return "\(first), and then \(second): \(text)"
        }
        return nil
    }

    private static let good = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood".utf8)

    private static func outcome(
        _ url: URI,
        _ transport: EngineTransport,
        afresh: Bool = true
    ) async -> String {
        var request = Request(.get, url)
        request.maximumResponseBytes = 1 << 20
        request.timeouts.total = .seconds(20)
        if afresh { await transport.close() }
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

/// Answers every request with the pieces that were prepared, and closes if that was said.
private final class FuzzServer: Sendable {
    private struct State: Sendable {
        var pieces: [[UInt8]] = []
        var closes = true
        /// Which answer this is, and the last one that was written to its end.
        var number = 0
        var written = 0
    }

    private let poller: Poller
    private let listener: Listener
    private let state = Locked(State())

    init(_ name: String) throws {
        poller = try Poller()
        guard let address = SocketAddress(unixPath: name) else { throw SocketError(.unreachable) }
        listener = try Listener(address, poller: poller)
        Task.detached { [listener, weak self] in
            while let socket = try? await listener.accept() {
                guard let server = self else { return }
                Task.detached {
                    try? await server.serve(socket)
                    socket.close()
                }
            }
        }
    }

    /// What the next request is answered with.
    func prepare(_ pieces: [[UInt8]], closes: Bool = true) {
        state.withLock { state in
            state.pieces = pieces
            state.closes = closes
            state.number += 1
        }
    }

    /// Waits until the answer that was last prepared was written to its end.
    func finished() async {
        while state.withLock({ $0.written < $0.number }) { await Task.yield() }
    }

    func stop() {
        listener.interrupt()
        poller.stop()
    }

    private func serve(_ socket: Socket) async throws {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            var request: [UInt8] = []
            while !request.suffix(4).elementsEqual([13, 10, 13, 10]) {
                let count = try await socket.receive(into: &buffer)
                if count == 0 { return }
                request += buffer.prefix(count)
            }
            let (pieces, closes, number) = state.withLock { ($0.pieces, $0.closes, $0.number) }
            do {
                // An earlier one, which its client has given up, may end later.
                defer { state.withLock { $0.written = max($0.written, number) } }
                for piece in pieces {
                    try await socket.send(piece)
                    if pieces.count > 1 { await Task.yield() }
                }
            }
            if closes { break }
        }
        socket.finishSending()
        let soon = MonotonicClock.now() + 2_000_000_000
        while try await socket.receive(into: &buffer, until: soon) > 0 {}
    }
}
#endif
