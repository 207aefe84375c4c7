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
    private static let mostMoreDescriptors = 8

    func run() async throws -> Bool {
        print("load: \(calls) calls, 64 in flight, seed \(seed)")
        let server = try await SoakServer.start()
        let transport = EngineTransport()
        guard let url = URI(server.url + "/text") else { return false }
        let start = ContinuousClock.now
        let early = Locked<Usage?>(nil)
        let outcome = await Load(calls: calls, inFlight: 64, seed: seed).run { ended in
            if ended == calls / 5 { early.withLock { $0 = Usage.now() } }
        } _: { _ in
            do throws(NetworkError) {
                let response = try await transport.send(Request(.get, url))
                return response.body.bytes == Array("text".utf8) ? nil : .other
            } catch {
                return error.kind
            }
        }
        let late = Usage.now()
        print(
            "load: \(outcome.answered) answered, \(outcome.cancelled) cancelled,",
            "\(outcome.faulty.count) faulty, \(outcome.notOnce) not once,",
            "in \(start.duration(to: .now))"
        )
        let faults = outcome.faulty.prefix(10) + grown(early.withLock { $0 } ?? late, late)
        for fault in faults { print("load: FAULT \(fault)") }
        await transport.close()
        let isIdle = await server.idle(within: .seconds(20))
        await server.stop()
        return faults.isEmpty && outcome.notOnce == 0 && isIdle
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
