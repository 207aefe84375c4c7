// A transport of one's own.
import Vencejo

// snippet.transport
/// Answers every request with itself: the smallest transport there is.
struct Echo: Transport {
    func send(_ request: Request) async throws(NetworkError) -> Response {
        Response(
            status: 200,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: ResponseBody("\(request.method) \(request.url)".utf8.map { $0 }),
            request: request
        )
    }
}

let api = APIClient(baseURL: "https://api.example.com", transport: Echo())
// snippet.end
print(try await api.get("hello").body.count)
