import Testing
import VencejoCore
import VencejoHTTP

struct RateLimitTests {
    struct Row: Sendable {
        let headers: Headers
        let limit: RateLimit?
    }

    static let now = 1_767_225_600
    static let rows: [Row] = [
        Row(headers: [:], limit: nil),
        Row(
            headers: ["RateLimit": "\"default\";r=50;t=30"],
            limit: RateLimit(remaining: 50, reset: 30)
        ),
        Row(
            headers: ["RateLimit-Policy": "\"default\";q=100;w=60"],
            limit: RateLimit(quota: 100, window: 60)
        ),
        Row(
            headers: ["RateLimit-Policy": "\"hour\";q=1000;w=3600, \"burst\";q=10;w=60"],
            limit: RateLimit(quota: 10, window: 60)
        ),
        Row(
            headers: ["RateLimit": "\"hour\";r=900;t=300, \"burst\";r=2;t=7"],
            limit: RateLimit(remaining: 2, reset: 7)
        ),
        Row(
            headers: ["RateLimit": "limit=100, remaining=50, reset=5"],
            limit: RateLimit(quota: 100, remaining: 50, reset: 5)
        ),
        Row(
            headers: [
                "RateLimit-Limit": "10, 10;w=1", "RateLimit-Remaining": "9",
                "RateLimit-Reset": "1",
            ],
            limit: RateLimit(quota: 10, remaining: 9, reset: 1)
        ),
        Row(
            headers: [
                "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0",
                "X-RateLimit-Reset": "1767225630",
            ],
            limit: RateLimit(quota: 60, remaining: 0, reset: 30)
        ),
        Row(
            headers: ["X-RateLimit-Reset": "1767225630500"],
            limit: RateLimit(reset: 31)
        ),
        Row(headers: ["X-RateLimit-Reset": "1"], limit: RateLimit(reset: 1)),
        Row(headers: ["X-RateLimit-Reset": "1767225000"], limit: RateLimit(reset: 0)),
        Row(headers: ["X-Rate-Limit-Remaining": "3"], limit: RateLimit(remaining: 3)),
        Row(headers: ["RateLimit": "garbage"], limit: nil),
        Row(headers: ["X-RateLimit-Limit": "-5"], limit: nil),
        Row(headers: ["X-RateLimit-Limit": "99999999999999999999"], limit: nil),
        Row(headers: ["RateLimit-Policy": "\"a\";q=10;w=0"], limit: nil),
    ]

    @Test(arguments: rows) func `each way of telling a limit is read`(row: Row) {
        #expect(RateLimit(row.headers, secondsSince1970: Self.now) == row.limit)
    }
}

struct PaceMachineTests {
    @Test func `calls are spread over the second, and a burst is allowed after a quiet time`() {
        var machine = PaceMachine(perSecond: 10, burst: 3)
        var waits: [Duration] = []
        for _ in 0..<4 { waits.append(machine.admit(at: .seconds(5))) }
        #expect(waits == [.zero, .zero, .zero, .milliseconds(100)])
        #expect(machine.admit(at: .milliseconds(5_100)) == .zero)
    }

    @Test func `a quota used up stops calls until the next window`() {
        var machine = PaceMachine(perSecond: nil)
        #expect(machine.admit(at: .zero) == .zero)
        machine.learn(RateLimit(remaining: 0, reset: 30), at: .seconds(1))
        #expect(machine.admit(at: .seconds(1)) == .seconds(30))
        #expect(machine.admit(at: .seconds(31)) == .zero)
    }

    @Test func `Retry-After counts on 429 and 503 alone, and never for ever`() {
        var machine = PaceMachine(perSecond: nil)
        machine.learn(["Retry-After": "9"], status: 200, at: .zero, secondsSince1970: 0)
        #expect(machine.admit(at: .zero) == .zero)
        machine.learn(["Retry-After": "9"], status: 429, at: .zero, secondsSince1970: 0)
        #expect(machine.admit(at: .zero) == .seconds(9))
        machine.learn(
            ["Retry-After": "99999999999999999999"],
            status: 503,
            at: .zero,
            secondsSince1970: 0
        )
        #expect(machine.admit(at: .zero) == .seconds(3_600))
    }

    /// A server that counts calls in windows of one second, as most do.
    private struct Window {
        var quota = 50
        var second = -1
        var used = 0

        mutating func answer(at now: Duration) -> (HTTPStatus, Headers) {
            let second = Int(now.components.seconds)
            if second != self.second { (self.second, used) = (second, 0) }
            used += 1
            let left = max(0, quota - used)
            let headers: Headers = [
                "RateLimit-Policy": "\"default\";q=\(quota);w=1",
                "RateLimit": "\"default\";r=\(left);t=1",
            ]
            return (used > quota ? 429 : 200, headers)
        }
    }

    @Test func `500 calls to a server that allows 50 a second take eleven seconds and no 429`() {
        var machine = PaceMachine(perSecond: nil)
        var server = Window()
        var now = Duration.milliseconds(300)
        let start = now
        var refused: [Duration] = []
        for _ in 0..<500 {
            while true {
                let wait = machine.admit(at: now)
                if wait == .zero { break }
                now += wait
            }
            let (status, headers) = server.answer(at: now)
            if status == 429 { refused.append(now) }
            machine.learn(headers, status: status, at: now, secondsSince1970: 0)
        }
        #expect(refused.isEmpty)
        #expect(now - start < .seconds(12))
        #expect(now - start > .seconds(9))
    }

    @Test func `odd rates neither trap nor block`() {
        for rate in [0, -1, .nan, .infinity, 1e-300, 1e300] {
            var machine = PaceMachine(perSecond: rate, burst: .min)
            #expect(machine.admit(at: .zero) == .zero)
            #expect(machine.admit(at: .zero) <= .seconds(3_600))
        }
    }
}
