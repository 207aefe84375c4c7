public import Vencejo

/// Where the contacts come from.
public protocol UserService: Sendable {
    func users() async throws(NetworkError) -> [User]
}
