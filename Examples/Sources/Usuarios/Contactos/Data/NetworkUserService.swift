public import Vencejo

/// The contacts over the network.
public struct NetworkUserService: UserService {
    private let api: any APIClientProtocol

    public init(api: any APIClientProtocol) {
        self.api = api
    }

    public func users() async throws(NetworkError) -> [User] {
        try await fetch(url: "contacts")
    }

    /// Asks for anything that can be decoded, by path or by whole address.
    public func fetch<Value: Decodable & Sendable>(
        url: Path
    ) async throws(NetworkError) -> Value {
        try await api.get(url)
    }
}
