import VencejoConcurrency
import VencejoHTTP

/// Makes one request of identical ones that are under way at the same time.
///
/// GET and HEAD with the same address, fields and time-outs share an answer. Who is cancelled
/// leaves; the request goes on for the others, and ends with the last of them. Streamed answers
/// are not shared.
public struct Coalesce: Middleware {
    private let flights = Flights()

    public init() {}

    public func intercept(
        _ request: Request,
        next: @escaping Next
    ) async throws(NetworkError) -> Response {
        guard request.method == .get || request.method == .head, request.delivery == .whole,
            request.body.isNone, !request.context.skips.contains(.coalesce)
        else { return try await next(request) }
        let flight = flights.join(Flights.Key(request)) { () throws(NetworkError) in
            try await next(request)
        }
        if flight.isJoined { request.report(.joined) }
        let result = await withTaskCancellationHandler {
            await flight.passenger.result()
        } onCancel: {
            flight.passenger.leave()
        }
        guard case .failure(var error) = result, error.request == nil else {
            return try result.get()
        }
        // Who leaves an answer that others wait for still asked for it.
        error.request = request
        throw error
    }
}

/// The requests under way, each with those who wait for it.
final class Flights: Sendable {
    typealias Outcome = Result<Response, NetworkError>
    typealias Begin = @Sendable () async throws(NetworkError) -> Response

    struct Key: Sendable, Hashable {
        let method: HTTPMethod
        let url: URI
        let headers: Headers
        /// Nobody's call is to end because another's time is up.
        let timeouts: Timeouts

        init(_ request: Request) {
            method = request.method
            url = request.url
            headers = request.headers
            timeouts = request.timeouts
        }
    }

    private struct Flight: Sendable {
        let number: Int
        let task: Task<Void, Never>
        var passengers: [ObjectIdentifier: Passenger]
    }

    private struct State: Sendable {
        var flights: [Key: Flight] = [:]
        var last = 0
    }

    private let state = Locked(State())

    /// Takes part in a request that is under way, or begins it.
    func join(_ key: Key, begin: @escaping Begin) -> (passenger: Passenger, isJoined: Bool) {
        state.withLock { state in
            let passenger = Passenger()
            let id = ObjectIdentifier(passenger)
            if state.flights[key] != nil {
                state.flights[key]?.passengers[id] = passenger
                passenger.onLeave { [self] in leave(key, id) }
                return (passenger, true)
            }
            state.last += 1
            let number = state.last
            let task = Task(executorPreference: TaskHome.executor) { [self] in
                land(key, number, await typed(begin))
            }
            state.flights[key] = Flight(number: number, task: task, passengers: [id: passenger])
            passenger.onLeave { [self] in leave(key, id) }
            return (passenger, false)
        }
    }

    private func leave(_ key: Key, _ id: ObjectIdentifier) {
        let abandoned = state.withLock { state -> Task<Void, Never>? in
            guard let flight = state.flights[key], flight.passengers[id] != nil else { return nil }
            state.flights[key]?.passengers[id] = nil
            guard flight.passengers.count == 1 else { return nil }
            state.flights[key] = nil
            return flight.task
        }
        abandoned?.cancel()
    }

    private func land(_ key: Key, _ number: Int, _ outcome: Outcome) {
        let flight = state.withLock { state -> Flight? in
            guard let flight = state.flights[key], flight.number == number else { return nil }
            state.flights[key] = nil
            return flight
        }
        for passenger in flight?.passengers.values ?? [:].values { passenger.arrive(outcome) }
    }
}

/// One who waits for an answer that others may wait for too.
final class Passenger: Sendable {
    private struct State: Sendable {
        var outcome: Flights.Outcome?
        var waiting: CheckedContinuation<Flights.Outcome, Never>?
        var onLeave: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    func onLeave(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.onLeave = action }
    }

    func result() async -> Flights.Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> Flights.Outcome? in
                if state.outcome == nil { state.waiting = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Stops waiting; the request ends when nobody is left.
    func leave() {
        let onLeave = state.withLock { $0.onLeave }
        onLeave?()
        arrive(.failure(NetworkError(.cancelled)))
    }

    func arrive(_ outcome: Flights.Outcome) {
        let waiting = state.withLock { state -> CheckedContinuation<Flights.Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            state.onLeave = nil
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }
}

extension Layer {
    /// Makes one request of identical ones that are under way at the same time.
    public static var coalesce: Layer { Layer(Coalesce()) }
}
