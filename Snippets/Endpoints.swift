// Endpoints in both styles.
import Vencejo

struct User: Codable, Sendable { let id: Int, name: String }
struct NewUser: Codable, Sendable { let name: String }
struct Post: Codable, Sendable { let id: Int, title: String }

// snippet.enum
enum UserEndpoint: Endpoint {
    case list(page: Int)
    case one(id: Int)
    case create(NewUser)

    var method: HTTPMethod { if case .create = self { .post } else { .get } }
    var path: Path {
        switch self {
        case .list, .create: "users"
        case .one(let id): "users/\(id)"
        }
    }
    var query: Query { if case .list(let page) = self { ["page": page] } else { [] } }
    var body: Body { if case .create(let user) = self { .json(user) } else { .none } }
}
// snippet.end

// snippet.typed
struct PostsOfUser: Endpoint {
    typealias Output = [Post]
    let userID: Int
    var path: Path { "users/\(userID)/posts" }
}
// snippet.end

let api = APIClient(baseURL: "https://api.example.com/v1")

// snippet.request
let page: [User] = try await api.request(UserEndpoint.list(page: 1))
// snippet.end

// snippet.send
let posts = try await api.send(PostsOfUser(userID: 1))
let reply = try await api.response(to: PostsOfUser(userID: 1))
print(reply.value.count, reply.status, reply.headers["ETag"] ?? "-")
// snippet.end

// snippet.paths
let segment: Path = "items/\("a/b?c")"  // items/a%2Fb%3Fc
let several: Path = "files/\(raw: "2024/may.txt")"  // files/2024/may.txt
let whole: Path = "https://other.example/next?p=2"  // used as it is
// snippet.end

// snippet.queries
let repeated: Query = ["tag": ["a", "b"], "page": 2]  // tag=a&tag=b&page=2
let commas = (["id": [1, 2]] as Query).arrays(.commas)  // id=1,2
let nested: Query = ["filter": ["status": "open"] as Query]  // filter%5Bstatus%5D=open
// snippet.end
_ = (page, posts, segment, several, whole, repeated, commas, nested)
