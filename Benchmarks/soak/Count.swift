#if os(Linux)
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoLoad
import VencejoMockServer

/// A number of small calls, 64 in flight, a tenth cancelled at random moments; each must end once.
///
/// Memory and descriptors after the first fifth are what they may be at the end.
struct Count: Sendable {
    let calls: Int
    let seed: UInt64

    private static let mostMoreMemory = 8 << 20
    // A cancelled call closes its connection: how many of the 64 are open at a moment is chance.
    private static let mostMoreDescriptors = 64

    /// The same over HTTP/1.1 to the mock server, and over TLS and HTTP/2 to nginx.
    func run() async throws -> Bool {
        print("load: \(calls) calls each way, 64 in flight, seed \(seed)")
        let server = try await SoakServer.start()
        var isFine = await run("HTTP/1.1", EngineTransport(), server.url + "/text", count: 4)
        isFine = await server.idle(within: .seconds(20)) && isFine
        await server.stop()
        guard let nginx = try SoakNginx(), let secure = nginx.secure else {
            print("load: nginx or openssl is absent, TLS and HTTP/2 are left out")
            return isFine
        }
        defer { nginx.stop() }
        for (name, socket) in [("TLS", secure.tls), ("HTTP/2", secure.http2)] {
            let transport = secure.transport(to: socket)
            let url = SoakNginx.secureURL
            isFine = await run(name, transport, url, count: SoakNginx.size) && isFine
        }
        return isFine
    }

    private func run(
        _ name: String,
        _ transport: EngineTransport,
        _ address: String,
        count: Int
    ) async -> Bool {
        guard let url = URI(address) else { return false }
        let start = ContinuousClock.now
        let early = Locked<Usage?>(nil)
        let outcome = await Load(calls: calls, inFlight: 64, seed: seed).run { ended in
            if ended == calls / 5 { early.withLock { $0 = Usage.now() } }
        } _: { _ in
            do throws(NetworkError) {
                let response = try await transport.send(Request(.get, url))
                let isRight = response.status == .ok && response.body.count == count
                return isRight && response.version == (name == "HTTP/2" ? .http2 : .http11)
                    ? nil : .other
            } catch {
                return error.kind
            }
        }
        let late = Usage.now()
        print(
            "load: \(name): \(outcome.answered) answered, \(outcome.cancelled) cancelled,",
            "\(outcome.faulty.count) faulty, \(outcome.notOnce) not once,",
            "in \(start.duration(to: .now))"
        )
        let faults = outcome.faulty.prefix(10) + grown(early.withLock { $0 } ?? late, late)
        for fault in faults { print("load: FAULT \(fault)") }
        await transport.close()
        return faults.isEmpty && outcome.notOnce == 0
    }

    private func grown(_ early: Usage, _ late: Usage) -> [String] {
        print(
            "load: \(early.memory >> 10) KB, \(early.descriptors) descriptors,",
            "\(early.threads) threads after a fifth;",
            "\(late.memory >> 10) KB, \(late.descriptors), \(late.threads) at the end"
        )
        var faults: [String] = []
        if late.memory > early.memory + Self.mostMoreMemory { faults.append("memory grew") }
        if late.descriptors > early.descriptors + Self.mostMoreDescriptors {
            faults.append("descriptors grew")
        }
        return faults
    }
}
#endif
