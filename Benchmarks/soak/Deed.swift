#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoLoad

/// One kind of call: how it is asked, and what it may end in.
struct Deed: Sendable {
    typealias Outcome = Result<Response, NetworkError>

    let name: String
    let path: String
    /// Puts more into the request; what it gives is known again when the answer is judged.
    var prepare: @Sendable (inout Request, inout Dice) -> [UInt8] = { _, _ in [] }
    let isRight: @Sendable (Outcome, [UInt8]) -> Bool

    static let all: [Deed] = answered + failing

    private static let pattern = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }

    private static let answered: [Deed] = [
        Deed(name: "text", path: "/text") { outcome, _ in body(outcome) == Array("text".utf8) },
        Deed(name: "echo", path: "/echo", prepare: posted) { body($0) == $1 },
        Deed(name: "stale", path: "/stale", prepare: posted) { body($0) == $1 },
        Deed(name: "chunked", path: "/chunked") { outcome, _ in body(outcome) == pattern },
        Deed(name: "slow", path: "/slow") { outcome, _ in body(outcome) == pattern },
        Deed(name: "interim", path: "/interim") { outcome, _ in body(outcome) == pattern },
        Deed(name: "gzip", path: "/gzip") { outcome, _ in body(outcome)?.count == 50_000 },
        Deed(name: "large", path: "/large") { outcome, _ in body(outcome)?.count == 1 << 20 },
        Deed(name: "redirect", path: "/redirect/3") { outcome, _ in
            body(outcome) == Array("text".utf8)
        },
        Deed(name: "early", path: "/early", prepare: posted) { outcome, _ in
            if case .success(let response) = outcome { response.status == 413 } else { false }
        },
    ]

    private static let failing: [Deed] = [
        Deed(name: "reset", path: "/reset") { outcome, _ in
            kind(outcome) == .noConnection(.reset)
        },
        Deed(name: "cut", path: "/cut") { outcome, _ in isInvalid(outcome) },
        Deed(name: "garbage", path: "/garbage") { outcome, _ in isInvalid(outcome) },
        Deed(name: "silent", path: "/silent") { outcome, _ in
            kind(outcome) == .noConnection(.closed)
        },
        Deed(name: "stall", path: "/stall", prepare: hasty) { outcome, _ in
            if case .timedOut? = kind(outcome) { true } else { false }
        },
        Deed(name: "never", path: "/never", prepare: hasty) { outcome, _ in
            if case .timedOut? = kind(outcome) { true } else { false }
        },
    ]

    private static let posted: @Sendable (inout Request, inout Dice) -> [UInt8] = { request, dice in
        let count = dice.below(20_000)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
        request.method = .post
        request.body = .bytes(bytes)
        return bytes
    }

    private static let hasty: @Sendable (inout Request, inout Dice) -> [UInt8] = { request, _ in
        request.timeouts.response = .milliseconds(60)
        request.timeouts.idle = .milliseconds(60)
        return []
    }

    private static func body(_ outcome: Outcome) -> [UInt8]? {
        try? outcome.get().body.bytes
    }

    private static func kind(_ outcome: Outcome) -> NetworkError.Kind? {
        if case .failure(let error) = outcome { error.kind } else { nil }
    }

    private static func isInvalid(_ outcome: Outcome) -> Bool {
        if case .invalidResponse? = kind(outcome) { true } else { false }
    }
}
#endif
