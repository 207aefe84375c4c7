import VencejoConcurrency
import VencejoHTTP

/// Leaves a host that only fails alone for a while, each host for itself.
///
/// After so many failures in a row (nobody answered, or with 500 to 599) calls fail at once with
/// ``NetworkError/Kind-swift.enum/circuitOpen(retryAfter:)`` and nothing is sent. When the pause is
/// over one call goes to find out; the others follow if it succeeds.
public struct CircuitBreaker: Middleware {
    private static let most = 1_024
    private let fresh: CircuitMachine
    private let hosts: Hosts

    private final class Hosts: Sendable {
        let machines = Locked<[URI.Origin: CircuitMachine]>([:])
    }

    /// A breaker of its own.
    ///
    /// - Parameters:
    ///   - failures: How many in a row open the circuit.
    ///   - pause: How long it stays open.
    public init(failures: Int = 5, pause: Duration = .seconds(30)) {
        fresh = CircuitMachine(failures: failures, pause: pause)
        hosts = Hosts()
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        if request.context.skips.contains(.circuitBreaker) { return try await next(request) }
        let time = request.context.time
        let origin = request.url.origin
        if case .refused(let rest) = change(origin, { $0.admit(at: time.now) }) {
            request.report(.shortCircuited)
            throw NetworkError(.circuitOpen(retryAfter: rest), request: request)
        }
        do throws(NetworkError) {
            let response = try await next(request)
            let isFailure = response.status.code >= 500
            change(origin) { $0.note(isFailure: isFailure, at: time.now) }
            return response
        } catch {
            change(origin) { machine in
                switch Self.blames(error.kind) {
                case let isFailure?: machine.note(isFailure: isFailure, at: time.now)
                case nil: machine.forget(at: time.now)
                }
            }
            throw error
        }
    }

    /// Whether a failure is the host's; nil where it says nothing about it.
    private static func blames(_ kind: NetworkError.Kind) -> Bool? {
        switch kind {
        case .noConnection(.exhausted), .noConnection(.offline), .timedOut(.queue): nil
        case .noConnection, .timedOut, .tls, .invalidResponse: true
        case .status(let status): status.code >= 500
        case .decoding, .bodyTooLarge, .redirect: false
        default: nil
        }
    }

    @discardableResult
    private func change<Result: Sendable>(
        _ origin: URI.Origin,
        _ body: (inout CircuitMachine) -> Result
    ) -> Result {
        hosts.machines.withLock { machines in
            var machine = machines[origin] ?? fresh
            let result = body(&machine)
            if case .closed(failures: 0) = machine.state {
                // A host that is well needs no memory.
                machines[origin] = nil
            } else {
                if machines.count >= Self.most { machines.removeAll() }
                machines[origin] = machine
            }
            return result
        }
    }
}

extension Layer {
    /// Leaves a host that only fails alone for a while.
    public static func circuitBreaker(
        failures: Int = 5,
        pause: Duration = .seconds(30)
    ) -> Layer {
        Layer(CircuitBreaker(failures: failures, pause: pause))
    }
}
