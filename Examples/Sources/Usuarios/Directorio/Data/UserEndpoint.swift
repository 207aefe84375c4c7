public import Vencejo

/// The calls of the directory.
public enum UserEndpoint: Endpoint {
    case getUsers(page: Int)
    case getUser(id: Int)
    case createUser(NewUser)
    case deleteUser(id: Int)

    public var method: HTTPMethod {
        switch self {
        case .getUsers, .getUser: .get
        case .createUser: .post
        case .deleteUser: .delete
        }
    }

    public var path: Path {
        switch self {
        case .getUsers, .createUser: "api/users"
        case .getUser(let id), .deleteUser(let id): "api/users/\(id)"
        }
    }

    public var query: Query { if case .getUsers(let page) = self { ["page": page] } else { [] } }

    public var body: Body { if case .createUser(let user) = self { .json(user) } else { .none } }
}
