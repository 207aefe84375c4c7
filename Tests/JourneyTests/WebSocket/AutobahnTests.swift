import TestSupport
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer

@Suite(.enabled(if: Conformance.isPresent, "conformance data absent"))
struct `A client that echoes` {
    /// Without optimisation, and under a sanitizer, megabytes take minutes: those cases wait for
    /// the release build.
    private static let cases: [AutobahnCase] = {
        #if DEBUG
        AutobahnCase.all.filter { $0.volume <= 150_000 && $0.peerSends.count < 100 }
        #else
        AutobahnCase.all
        #endif
    }()

    @Test(arguments: cases)
    func `does with a server what the case says`(sample: AutobahnCase) async throws {
        let server = try await MockServer()
        let found = Locked<AutobahnPeer.Outcome?>(nil)
        server.on(.get, "case") { request in
            .webSocket(for: request, compresses: false) { socket in
                var peer = AutobahnPeer(sample, socket)
                let outcome = await peer.play()
                found.withLock { $0 = outcome }
            }
        }
        let api = APIClient(baseURL: server.url)
        var options = WebSocketOptions()
        options.maximumMessageBytes = 32 << 20
        let socket = try await api.webSocket("case", options: options)
        do {
            for try await message in socket { try await socket.send(message) }
        } catch {
            // What ends the loop is the case's business; the server notes how.
        }
        socket.close()
        _ = await server.idle(within: .seconds(60))
        judge(try #require(found.withLock { $0 }), sample)
        await server.stop()
    }

    private func judge(_ outcome: AutobahnPeer.Outcome, _ sample: AutobahnCase) {
        guard sample.informational != true else { return }
        if let acceptable = sample.acceptableEvents {
            let lists = acceptable.values.map { $0.map(\.words) }
            #expect(lists.contains(outcome.events), "\(sample.description)")
        } else if let echo = sample.echo {
            #expect(outcome.events.count == echo.roundTrips ?? 1)
            let start = "message \(echo.binary) \(echo.length) "
            #expect(outcome.events.allSatisfy { $0.hasPrefix(start) })
        }
        #expect(outcome.didStartClosing == (sample.close.startedBy == "peer"))
        // Where the closing need not be clean, a client may as well drop the connection.
        let ends = sample.close.mustBeClean ? ["close"] : ["close", "lost"]
        #expect(ends.contains(outcome.end), "\(sample.description)")
        if let code = outcome.code {
            #expect(sample.close.codes.contains(code) || echoes(code, sample))
        } else {
            #expect(!sample.close.mustBeClean || sentCode(sample) == nil)
        }
    }

    /// A close is answered with its own code, or 1000.
    private func echoes(_ code: Int, _ sample: AutobahnCase) -> Bool {
        sample.close.mustBeClean && sentCode(sample) == code
    }

    private func sentCode(_ sample: AutobahnCase) -> Int? {
        sample.peerSends.last { $0.send == "close" }?.code
    }
}
