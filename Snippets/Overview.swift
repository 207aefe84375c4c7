// What the README shows of a client's pipeline and of long answers.
import Vencejo

struct Row: Decodable, Sendable {
    let id: Int
}

func write(_ chunk: [UInt8]) {}
func use(_ row: Row) {}
let tokens = TokenSource("first") { refused in "next" }

// snippet.pipeline
let api = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: [
        .log(),  // outermost first; secrets are taken out
        .authenticate(.bearer(tokens)),  // one renewal for any number of refused calls
        .retry(.exponential(limit: 3)),  // Retry-After, full jitter, one Idempotency-Key per POST
        .circuitBreaker(failures: 5, pause: .seconds(30)),
        .pace(.perHost),  // as fast as the server's RateLimit fields allow
    ]
)
// snippet.end

func longAnswers() async throws(NetworkError) {
    // snippet.long
    let export = try await api.stream("export.csv")  // as soon as the head is there
    for try await chunk in export.body.stream { write(chunk) }  // read at the pace of the loop
    try await api.post("videos", body: .file("film.mp4"))
    try await api.download("big.zip", to: "downloads/")  // goes on where it broke, checked
    try await api.upload(.file("film.mp4"), to: "videos") { print($0.fraction ?? 0) }
    for try await event in api.events("prices") { print(event.data) }  // server-sent, reconnecting
    let socket = try await api.webSocket("chat")  // for try await message in socket { … }
    for try await row in api.lines("rows.ndjson", as: Row.self) { use(row) }
    // snippet.end
    socket.close()
}
