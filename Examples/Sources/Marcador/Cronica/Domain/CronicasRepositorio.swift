/// Where chronicles go.
public protocol CronicasRepositorio: Sendable {
    /// Publishes a chronicle and gives it back with its number.
    func publicar(_ cronica: Cronica) async throws -> Cronica
}
