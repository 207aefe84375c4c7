// What happens around every call.
import Vencejo

actor Session {
    private var current = "token"
    func token() async throws -> String { current }
}

// snippet.pipeline
let session = Session()
let api = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: [
        .log(),  // outermost first; secrets are taken out
        .authenticate(.bearer { try await session.token() }),
    ]
)
// snippet.end

// snippet.credentials
let password: Layer = .authenticate(.basic("ada", "secret"))
let key: Layer = .authenticate(.apiKey(header: "X-API-Key", value: "secret"))
let inQuery: Layer = .authenticate(.apiKey(query: "api_key", value: "secret"))
// snippet.end

// snippet.custom
/// Gives every request a number that the server can write down.
struct Numbered: Middleware {
    func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
        var request = request
        request.headers["X-Request-ID"] = "\(UInt64.random(in: 0 ... .max))"
        return try await next(request)
    }
}

let numbered = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: [.log(.headers), .custom(Numbered())]
)
// snippet.end
_ = (api, password, key, inQuery, numbered)
