/// What a client of an API is: a configuration, and a way to perform a request.
///
/// These two are all that a fake must bring; every call is built on them.
public protocol APIClientProtocol: Sendable {
    /// What holds for every call.
    nonisolated var configuration: ClientConfiguration { get }

    /// Performs a request and gives its answer; a status that is not accepted is an error.
    func perform(_ request: Request) async throws(NetworkError) -> Response
}
