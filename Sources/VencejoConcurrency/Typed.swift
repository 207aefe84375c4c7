/// Runs `body` and keeps its error's type, for a trip through an API that forgets it.
package func typed<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}
