import VencejoConcurrency
import VencejoHTTP

/// Finds the answer to a request: the newest route, then the data, then 404.
final class Responder: Sendable {
    private struct State: Sendable {
        var routes: [Route]
        var machine: JSONServerMachine?
        var log = RequestLog()
        var faults: MockServer.ConnectionFaults?
        var generator: SplitMix
    }

    private let state: Locked<State>
    private let options: MockServer.Options

    init(routes: [Route], machine: JSONServerMachine?, options: MockServer.Options) {
        self.options = options
        let generator = SplitMix(seed: options.seed)
        state = Locked(State(routes: routes, machine: machine, generator: generator))
    }

    /// Where an answer comes from.
    enum Found: Sendable {
        case ready(MockResponse)
        case handler(RecordedRequest, Route.Handler)
    }

    /// Notes the request and finds what answers it.
    func find(_ request: RecordedRequest, _ early: Route?) -> Found {
        record(request)
        if let failure = drawFailure() { return .ready(failure) }
        let segments = request.segments
        let routes = early.map { [$0] } ?? state.withLock(\.routes)
        for route in routes.reversed() {
            guard let matched = route.match(request, segments: segments) else { continue }
            if let constant = route.constant { return .ready(constant) }
            return .handler(matched, route.handler)
        }
        return .ready(answerFromData(request) ?? .notFound)
    }

    /// The message to send, and how long to wait before.
    func settle(
        _ response: MockResponse,
        for request: RecordedRequest
    ) -> (response: MockResponse, wait: Duration) {
        (response.settled(for: request), wait(for: response))
    }

    /// The route that answers a head alone, if the newest that matches is one.
    func earlyRoute(for request: RecordedRequest) -> Route? {
        let routes = state.withLock(\.routes)
        guard routes.contains(where: \.answersEarly) else { return nil }
        let segments = request.segments
        let route = routes.last { $0.match(request, segments: segments) != nil }
        return route?.answersEarly == true ? route : nil
    }

    /// What takes the content of a request as it comes, if the newest route that matches wants that.
    func receiver(for request: RecordedRequest) async -> MockReceiver? {
        let routes = state.withLock(\.routes)
        guard routes.contains(where: { $0.receiving != nil }) else { return nil }
        let segments = request.segments
        for route in routes.reversed() {
            guard let matched = route.match(request, segments: segments) else { continue }
            return await route.receiving?(matched)
        }
        return nil
    }

    /// What goes wrong with the connection of this number.
    func connectionFault(_ number: Int) -> ConnectionFault? {
        state.withLock(\.faults)?(number)
    }

    func setConnectionFaults(_ faults: @escaping MockServer.ConnectionFaults) {
        state.withLock { $0.faults = faults }
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
