// What can go wrong, and how to tell.
import Vencejo

struct User: Codable, Sendable { let id: Int, name: String }
let api = APIClient(baseURL: "https://api.example.com/v1")
func alert(_ text: String) { print(text) }

// snippet.switch
do {
    let user: User = try await api.get("users/1")
    print(user.name)
} catch {  // `error` is a NetworkError
    switch error.kind {
    case .noConnection: print("nobody answered")
    case .status(let status): print("somebody answered, with \(status.code)")
    case .decoding(let problem): print(problem)  // the field, what was expected, what was found
    case .cancelled: print("the screen went away: show nothing")
    default: print(error)
    }
    alert(error.userMessage)  // in the person's language: English or Spanish
    if error.isRetriable { print("worth another try") }
}
// snippet.end

// snippet.body
do {
    try await api.post("users", body: ["name": ""])
} catch {
    if let problem = error.problem { print(problem.title ?? problem.type) }  // RFC 9457
    if let body = error.apiError { print(body.code, body.message, body.details ?? [:]) }
    print(error.response?.body.count ?? 0)  // the answer is kept whole
}
// snippet.end

// snippet.statuses
let lenient = APIClient(
    baseURL: "https://api.example.com/v1",
    configure: { $0.acceptedStatuses = .success.union([304, 404]) }
)
// snippet.end
_ = lenient
