import VencejoConcurrency

/// What a call with a completion handler ends in.
public typealias Completion<Value> = @Sendable (Result<Value, NetworkError>) -> Void

/// A running call with a completion handler.
///
/// Letting go of the handle does not end the call.
public struct CallHandle: Sendable {
    private let task: Task<Void, Never>

    init<Value: Sendable>(
        _ completion: @escaping Completion<Value>,
        _ request: @escaping @Sendable () throws(NetworkError) -> Request,
        _ work: @escaping @Sendable (Request) async throws(NetworkError) -> Value
    ) {
        task = Task.detached {
            let result = await typed { () throws(NetworkError) in
                let request = try request()
                let value = try await work(request)
                if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
                return value
            }
            completion(result)
        }
    }

    /// Ends the call: the completion handler is told ``NetworkError/Kind-swift.enum/cancelled``.
    ///
    /// A call that has already told its outcome is left alone; none is told twice.
    public func cancel() {
        task.cancel()
    }

    /// Waits until the completion handler has returned.
    public func finished() async {
        await task.value
    }
}
