// Answers that go on and on.
import Vencejo

struct Price: Decodable, Sendable {
    let symbol: String
    let value: Double
}

let api = APIClient(baseURL: "https://api.example.com")

func prices() async throws(NetworkError) {
    // snippet.events
    for try await event in api.events("prices") {
        print(event.type, event.data, event.id)
    }
    // snippet.end
}

func typed() async throws(NetworkError) {
    // snippet.decoded
    let stream = api.events("prices", method: .post, body: .json(["symbols": ["A", "B"]]))
    for try await price in stream.decoded(as: Price.self, named: "price") {
        print(price.symbol, price.value)
    }
    // snippet.end
}

func export() async throws(NetworkError) {
    // snippet.lines
    for try await price in api.lines("export.ndjson", as: Price.self) {
        print(price.symbol)
    }
    // snippet.end
}
