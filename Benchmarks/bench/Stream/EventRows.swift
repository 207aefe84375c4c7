import Foundation
import Vencejo
import VencejoMockServer
import VencejoWire

/// Server-sent events: the parser alone, and events over loopback.
struct EventRows {
    private static let event =
        "event: price\nid: 1234567\ndata: {\"symbol\":\"VNC\",\"price\":12.5,"
        + "\"text\":\"Sube la marea y bajan los precios\"}\n\n"

    func run() async throws -> [Row] {
        try parsing() + (await overLoopback())
    }

    /// 256 MB in pieces of 64 KiB: processor time of this thread alone.
    private func parsing() throws -> [Row] {
        let unit = Array(Self.event.utf8)
        var piece: [UInt8] = []
        while piece.count < 65_536 { piece += unit }
        // Pieces end within events, as they do on a connection.
        piece.removeLast(unit.count / 3)
        let rounds = (256 << 20) / piece.count
        var parser = EventStreamParser()
        var count = 0
        let cpu = CPU.own()
        for _ in 0..<rounds {
            var events: [ServerSentEvent] = []
            try parser.feed(piece, into: &events)
            count += events.count
        }
        let seconds = (CPU.own() - cpu) / 1e6
        return [
            row("event parser", "MB/s", Double(rounds * piece.count) / seconds / 1e6),
            row("event parser", "events/s", Double(count) / seconds),
        ]
    }

    /// The server that makes the events runs in this process too.
    private func overLoopback() async throws -> [Row] {
        let total = 200_000
        var answer = MockResponse()
        answer.headers[.contentType] = "text/event-stream"
        let unit = Array(Self.event.utf8)
        answer.stream = .repeating(unit, count: unit.count * total)
        let server = try await MockServer(routes: [Route(.get, "events", respond: answer)])
        let api = APIClient(baseURL: server.url)
        let start = ContinuousClock.now
        var count = 0
        for try await _ in api.events("events", reconnect: .never) { count += 1 }
        let seconds = start.duration(to: .now) / .seconds(1)
        await api.close()
        await server.stop()
        return [row("events over loopback", "events/s", Double(count) / seconds)]
    }

    private func row(_ name: String, _ metric: String, _ value: Double) -> Row {
        Row(name: name, subject: "Vencejo", peer: "", metric: metric, value: value, ratio: nil)
    }
}
