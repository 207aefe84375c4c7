package import VencejoMockServer

/// Runs a test against a server and stops it afterwards, whatever happened.
package func withServer<Outcome>(
    _ server: MockServer,
    _ body: (MockServer) async throws -> Outcome
) async throws -> Outcome {
    do {
        let outcome = try await body(server)
        await server.stop()
        return outcome
    } catch {
        await server.stop()
        throw error
    }
}
