/// What a call with a completion handler ends in.
public typealias Completion<Value> = @Sendable (Result<Value, NetworkError>) -> Void

/// A running call with a completion handler.
///
/// Letting go of the handle does not end the call.
public struct CallHandle: Sendable {
    private let task: Task<Void, Never>

    init<Value: Sendable>(
        _ completion: @escaping Completion<Value>,
        _ work: @escaping @Sendable () async throws(NetworkError) -> Value
    ) {
        task = Task.detached {
            do throws(NetworkError) {
                let value = try await work()
                completion(Task.isCancelled ? .failure(NetworkError(.cancelled)) : .success(value))
            } catch {
                completion(.failure(error))
            }
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
