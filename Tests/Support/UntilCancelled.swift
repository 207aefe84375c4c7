/// Waits for nothing but the end of the task.
package func untilCancelled() async {
    let (never, held) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(held) {}
}
