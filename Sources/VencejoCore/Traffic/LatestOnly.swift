/// Runs a call and cancels the one before it: for searching while somebody types.
///
///     let latest = LatestOnly()
///     let hits: [Hit] = try await latest.run { try await api.get("search", query: ["q": text]) }
///
/// The call before ends with ``NetworkError/Kind-swift.enum/cancelled``, so that an older answer
/// never overwrites a newer one.
public actor LatestOnly {
    private var cancel: (@Sendable () -> Void)?
    private var number = 0

    public init() {}

    /// Cancels the call before and runs this one.
    public func run<Value: Sendable>(
        _ call: @escaping @Sendable () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        cancel?()
        number += 1
        let own = number
        let task = Task<Result<Value, NetworkError>, Never> {
            do throws(NetworkError) {
                return .success(try await call())
            } catch {
                return .failure(error)
            }
        }
        cancel = { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        // An answer that came although it was too late is not shown.
        guard own == number else { throw NetworkError(.cancelled) }
        cancel = nil
        return try result.get()
    }
}
