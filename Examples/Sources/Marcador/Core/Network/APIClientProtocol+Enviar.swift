public import Vencejo

extension APIClientProtocol {
    /// Sends, checks the code, decodes, and tells failures in the app's words.
    public nonisolated func enviar<Resultado: Decodable & Sendable>(
        _ peticion: some Endpoint
    ) async throws -> Resultado {
        do {
            return try await request(peticion)
        } catch {
            throw ErrorDeRed.traducir(error)
        }
    }
}
