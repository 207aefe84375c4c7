public import Vencejo

/// The contacts without a network, for previews and tests.
public struct MockUserService: UserService {
    private let answer: Result<[User], NetworkError>

    public init(_ users: [User] = [.ada]) {
        answer = .success(users)
    }

    public init(failing kind: NetworkError.Kind) {
        answer = .failure(NetworkError(kind))
    }

    public func users() async throws(NetworkError) -> [User] {
        try answer.get()
    }
}
