import VencejoConcurrency
import VencejoHTTP

/// Finds the answer to a request: the newest route, then the data, then 404.
final class Responder: Sendable {
    private struct State: Sendable {
        var routes: [Route]
        var machine: JSONServerMachine?
        var log = RequestLog()
        var generator: SplitMix
    }

    private let state: Locked<State>
    private let options: MockServer.Options

    init(routes: [Route], machine: JSONServerMachine?, options: MockServer.Options) {
        self.options = options
        let generator = SplitMix(seed: options.seed)
        state = Locked(State(routes: routes, machine: machine, generator: generator))
    }

    /// The message to send, and how long to wait before.
    func answer(_ request: RecordedRequest) async -> (response: MockResponse, wait: Duration) {
        record(request)
        if let failure = drawFailure() {
            return (failure.settled(for: request), wait(for: failure))
        }
        let response = await response(to: request)
        return (response.settled(for: request), wait(for: response))
    }

    private func response(to request: RecordedRequest) async -> MockResponse {
        let segments = request.segments
        let routes = state.withLock(\.routes)
        for route in routes.reversed() {
            if let matched = route.match(request, segments: segments) {
                return await route.handler(matched)
            }
        }
        return answerFromData(request) ?? .notFound
    }

    /// Reading needs no lock while it lasts; writing does.
    private func answerFromData(_ request: RecordedRequest) -> MockResponse? {
        let isWrite = ![.get, .head, .options].contains(request.method)
        if isWrite {
            return state.withLock { $0.machine?.handle(request) }
        }
        var machine = state.withLock(\.machine)
        return machine?.handle(request)
    }

    func add(_ route: Route) {
        state.withLock { $0.routes.append(route) }
    }

    private func drawFailure() -> MockResponse? {
        guard options.failRate > 0 else { return nil }
        let draw = state.withLock { Double.random(in: 0..<1, using: &$0.generator) }
        return draw < options.failRate ? options.failure : nil
    }

    private func wait(for response: MockResponse) -> Duration {
        guard options.latency != .none || response.latency != .none else { return .zero }
        return state.withLock { state in
            options.latency.draw(using: &state.generator)
                + response.latency.draw(using: &state.generator)
        }
    }
}

extension Responder {
    var requests: [RecordedRequest] { state.withLock { $0.log.requests } }

    func forgetRequests() {
        state.withLock { $0.log.clear() }
    }

    private func record(_ request: RecordedRequest) {
        guard options.recordsRequests else { return }
        let waiter = state.withLock { $0.log.append(request) }
        waiter?.resume(returning: request)
    }

    /// The oldest request not yet taken; nil when cancelled, or closed with none left.
    func nextRequest() async -> RecordedRequest? {
        if let request = state.withLock({ $0.log.takeNext() }) { return request }
        let id = state.withLock { $0.log.newWaiter() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> RecordedRequest?? in
                    Task.isCancelled ? .some(nil) : state.log.wait(id, continuation)
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            state.withLock { $0.log.cancel(id) }?.resume(returning: nil)
        }
    }

    /// Lets everybody go who waits.
    func close() {
        for waiter in state.withLock({ $0.log.close() }) { waiter.resume(returning: nil) }
    }
}
