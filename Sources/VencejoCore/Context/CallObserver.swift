import Synchronization
import VencejoConcurrency
import VencejoHTTP

extension CallContext {
    /// Hears what happens inside the calls; nobody by default.
    ///
    /// It is called on the call's own task and should return at once.
    public var observer: (@Sendable (CallEvent) -> Void)? {
        get { self[ObserverKey.self] }
        set { self[ObserverKey.self] = newValue }
    }

    /// The number of the call in its events.
    var callNumber: Int {
        get { self[CallNumberKey.self] }
        set { self[CallNumberKey.self] = newValue }
    }
}

private enum ObserverKey: CallContextKey {
    static let defaultValue: (@Sendable (CallEvent) -> Void)? = nil
}

private enum CallNumberKey: CallContextKey {
    static let defaultValue = 0
}

/// The events of the whole call and of each request that leaves, which no layer sees.
enum CallReports: Sendable {
    private static let lastCall = Atomic(0)

    /// A call from its beginning to its end, where somebody listens.
    static func call(
        _ request: Request,
        _ next: Middleware.Next
    ) async throws(NetworkError) -> Response {
        var request = request
        request.context.callNumber = lastCall.wrappingAdd(1, ordering: .relaxed).newValue
        request.report(.began)
        do throws(NetworkError) {
            let response = try await next(request)
            request.report(.ended(response.status))
            return response
        } catch {
            request.report(.failed(error.normalized.kind))
            throw error
        }
    }

    /// One request, where somebody listens.
    static func attempt(
        _ request: Request,
        _ transport: any Transport
    ) async throws(NetworkError) -> Response {
        request.report(.attempt(request.attempt))
        do throws(NetworkError) {
            let response = try await transport.send(request)
            request.report(.answered(response.status))
            return response
        } catch {
            request.report(.broke(error.kind))
            throw error
        }
    }
}

extension Request {
    /// Tells the call's observer, if there is one.
    package func report(_ kind: CallEvent.Kind) {
        guard let observer = context.observer else { return }
        observer(
            CallEvent(
                kind: kind,
                call: context.callNumber,
                method: method,
                url: url,
                moment: context.time.now
            )
        )
    }
}
