// Messages both ways.
import Vencejo

struct Order: Codable, Sendable {
    let id: Int
    let state: String
}

let api = APIClient(baseURL: "https://api.example.com")

func chat() async throws(NetworkError) {
    // snippet.chat
    let socket = try await api.webSocket("chat")
    try await socket.send("hola")
    for try await message in socket {
        print(message.text ?? "\(message.bytes.count) bytes")
    }
    print(socket.closed?.description ?? "")
    // snippet.end
}

func orders() async throws(NetworkError) {
    // snippet.typed
    let socket = try await api.webSocket("orders")
    try await socket.send(json: ["subscribe": "open"])
    for try await order in socket.messages(as: Order.self) {
        print(order.id, order.state)
    }
    // snippet.end
}

func forever() async throws(NetworkError) {
    // snippet.again
    var options = WebSocketOptions()
    options.subprotocols = ["v2.prices"]
    options.keepAlive = .seconds(30)
    for try await socket in api.webSockets("prices", options: options) {
        try await socket.send("subscribe EUR")
        for await message in socket.untilLost { print(message.text ?? "") }
    }
    // snippet.end
}
