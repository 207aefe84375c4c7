import VencejoConcurrency
package import VencejoCore

extension TransferMeter {
    /// Runs a transfer, and tells how it goes beside it; who listens does not hold it up.
    ///
    /// The last state is told before this returns.
    package func telling<Value: Sendable>(
        _ tell: @escaping @Sendable (TransferProgress) async -> Void,
        _ body: () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        let updates = updates
        async let told: Void = {
            for await progress in updates { await tell(progress) }
        }()
        let result = await typed(body)
        finish()
        await told
        return try result.get()
    }
}
