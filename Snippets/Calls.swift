// The calls of every day.
import Vencejo

struct User: Codable, Sendable { let id: Int, name: String }
struct Post: Codable, Sendable { let id: Int, title: String }
struct Todo: Codable, Sendable { let id: Int, title: String }
struct NewTodo: Codable, Sendable { let userId: Int, title: String }
let id = 7
let search: String? = nil

// snippet.client
let api = APIClient(baseURL: "https://api.example.com/v1")
// snippet.end

// snippet.calls
let users: [User] = try await api.get("users")
let posts: [Post] = try await api.get("users/\(id)/posts", query: ["_limit": 10, "q": search])
let todo: Todo = try await api.post("todos", body: NewTodo(userId: 1, title: "Buy bread"))
let post: Post = try await api.patch("posts/\(id)", body: ["title": "Hello"])
try await api.delete("posts/\(id)")
// snippet.end

// snippet.bodies
try await api.post("login", body: .form(["user": "ada", "password": "…"]))
try await api.put("notes/1", body: .text("Remember the bread"))
try await api.put("photos/1", body: .bytes([0xFF, 0xD8], contentType: "image/jpeg"))
// snippet.end

// snippet.answer
let response: Response = try await api.get("users/1")
print(response.status, response.headers["ETag"] ?? "-", response.body.count)
// snippet.end

// snippet.completion
let handle = api.get("users/1") { (result: Result<User, NetworkError>) in
    switch result {
    case .success(let user): print(user.name)
    case .failure(let error): print(error.userMessage)
    }
}
handle.cancel()
// snippet.end

// snippet.configure
let slow = APIClient(
    baseURL: "https://api.example.com/v1",
    configure: {
        $0.json = JSON(keys: .snakeCase)
        $0.headers["Accept-Language"] = "es"
        $0.timeouts.total = .seconds(120)
        $0.maximumResponseBytes = 8 << 20
    }
)
// snippet.end
_ = (users, posts, todo, post, slow)
