import Foundation
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// Where decoders wait for each other: none leaves before two are in at once.
private enum Meeting {
    static let present = Locked(0)

    static func waitForCompany() -> Bool {
        present.withLock { $0 += 1 }
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            if present.withLock({ $0 }) >= 2 { return true }
        }
        return false
    }
}

/// A model whose decoding ends only when another one's has begun.
private struct Sociable: Decodable, Sendable {
    let met: Bool
    let onMainThread: Bool

    init(from decoder: any Decoder) throws {
        onMainThread = Thread.isMainThread
        met = Meeting.waitForCompany()
    }
}

/// A model that says where it was decoded.
private struct Placed: Decodable, Sendable {
    let onMainThread: Bool

    init(from decoder: any Decoder) throws {
        onMainThread = Thread.isMainThread
    }
}

@Suite struct ParallelDecodingTests {
    @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "one processor"))
    func `Trap: B3 answers of one client are decoded at the same time`() async throws {
        let api = client(AnswerTransport(200, "{}"))
        async let first: Sociable = api.get("a")
        async let second: Sociable = api.get("b")
        let both = try await [first, second]
        #expect(both.allSatisfy { $0.met && !$0.onMainThread })
    }

    @Test @MainActor func `B3 nothing is decoded on the main actor that asks`() async throws {
        let api = client(AnswerTransport(200, "{}"))
        let placed: Placed = try await api.get("a")
        #expect(!placed.onMainThread)
        struct Ask: Endpoint {
            typealias Output = Placed
            let path: Path = "a"
        }
        #expect(try await !api.send(Ask()).onMainThread)
        #expect(try await !api.response(to: Ask()).value.onMainThread)
        let requested: Placed = try await api.request(Ask())
        #expect(!requested.onMainThread)
    }
}
