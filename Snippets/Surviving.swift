// Calls that survive a bad network and a busy server.
import Vencejo
import VencejoTesting

// snippet.pipeline
let api = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: [
        .log(),  // outermost first
        .coalesce,  // identical reads under way share one request
        .authenticate(.bearer("token")),
        .retry(.exponential(limit: 3)),
        .circuitBreaker(failures: 5, pause: .seconds(30)),
        .pace(.perHost),
    ]
)
let same = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: .standard(.bearer("token"))
)
// snippet.end

// snippet.exception
let patient = api.with { $0.retry = .constant(.seconds(5), limit: 10) }
let onlyOnce = api.with { $0.retry = .never }
let urgent = api.with { $0.skips = [.pace, .bulkhead] }
let quick = api.with {
    $0.timeouts = Timeouts()
    $0.timeouts?.total = .seconds(2)
}
// snippet.end

// snippet.offline
let offline = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: [.retry(), .whenOffline(.wait(upTo: .seconds(30)))]
)
let atOnce = offline.with { $0.whenOffline = .fail }
// snippet.end

// snippet.deadline
func profile(_ id: Int) async throws(NetworkError) -> (name: String, friends: [String]) {
    try await withDeadline(.seconds(5)) { () throws(NetworkError) in
        let name: String = try await api.get("users/\(id)/name")
        // Gets what the first call left of the five seconds.
        let friends: [String] = try await api.get("users/\(id)/friends")
        return (name, friends)
    }
}
// snippet.end

// snippet.observer
let watched = api.with {
    $0.observer = { event in
        if case .waiting(let wait, before: .retry) = event.kind {
            print("\(event.method) \(event.url) waits \(wait)")
        }
    }
}
// snippet.end

// snippet.latest
let latest = LatestOnly()
func search(_ text: String) async throws(NetworkError) -> [String] {
    try await latest.run { () throws(NetworkError) in
        try await api.get("search", query: ["q": text])
    }
}
// snippet.end

// snippet.time
let clock = TestClock(skipsWaits: true)  // a sleep ends at once and moves the clock
let tested = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: [.retry()],
    transport: .stub { $0.on(.get, "users/1", respond: .status(503)) }
) { $0.context.time = clock.timeSource }
// snippet.end
_ = (same, patient, onlyOnce, urgent, quick, atOnce, watched, tested)
