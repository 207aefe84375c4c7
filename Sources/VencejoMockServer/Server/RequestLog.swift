import VencejoHTTP

/// What arrived, in order, for those who ask later and those who wait.
struct RequestLog: Sendable {
    private static let mostRequests = 20_000
    private static let mostBytes = 64 << 20

    private(set) var requests: [RecordedRequest] = []
    private var bytes = 0
    private var next = 0
    private var waiters: [(id: Int, continuation: CheckedContinuation<RecordedRequest?, Never>)] =
        []
    private var lastWaiter = 0
    private var isClosed = false

    /// Keeps a request; the oldest half goes when there are too many.
    mutating func append(_ request: RecordedRequest) -> CheckedContinuation<
        RecordedRequest?, Never
    >? {
        requests.append(request)
        bytes += Self.size(of: request)
        if requests.count > Self.mostRequests || bytes > Self.mostBytes { shrink() }
        guard !waiters.isEmpty else { return nil }
        next = requests.count
        return waiters.removeFirst().continuation
    }

    /// The oldest request that nobody has taken.
    mutating func takeNext() -> RecordedRequest? {
        guard next < requests.count else { return nil }
        next += 1
        return requests[next - 1]
    }

    mutating func newWaiter() -> Int {
        lastWaiter += 1
        return lastWaiter
    }

    /// Waits, unless the log is closed or a request came meanwhile.
    mutating func wait(
        _ id: Int,
        _ continuation: CheckedContinuation<RecordedRequest?, Never>
    ) -> RecordedRequest?? {
        if isClosed { return .some(nil) }
        if let request = takeNext() { return .some(request) }
        waiters.append((id, continuation))
        return nil
    }

    mutating func cancel(_ id: Int) -> CheckedContinuation<RecordedRequest?, Never>? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        return waiters.remove(at: index).continuation
    }

    mutating func close() -> [CheckedContinuation<RecordedRequest?, Never>] {
        isClosed = true
        defer { waiters = [] }
        return waiters.map(\.continuation)
    }

    mutating func clear() {
        requests = []
        bytes = 0
        next = 0
    }

    private mutating func shrink() {
        let half = max(1, requests.count / 2)
        bytes -= requests.prefix(half).reduce(0) { $0 + Self.size(of: $1) }
        requests.removeFirst(half)
        next = max(0, next - half)
    }

    /// What a request takes up, roughly: its content, its head, and a little for each part.
    private static func size(of request: RecordedRequest) -> Int {
        let part = 64
        let head = request.headers.reduce(request.target.utf8.count) { sum, field in
            sum + field.name.rawValue.utf8.count + field.value.utf8.count + part
        }
        return request.body.count + head + part
    }
}
