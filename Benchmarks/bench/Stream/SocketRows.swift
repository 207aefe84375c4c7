import Foundation
import Vencejo
import VencejoMockServer

/// A WebSocket that sends each message back: 1 KB one after another, and sixteen at a time.
///
/// The server is ours and runs in this process; Python's client talks to the same one.
struct SocketRows {
    let rounds: Int

    private static let count = 20_000

    func run() async throws -> [Row] {
        let server = try await MockServer(routes: [])
        server.on(.get, "echo") { request in
            MockResponse.webSocket(for: request) { socket in
                while let message = await socket.receive(), await socket.send(message) {}
            }
        }
        let api = APIClient(baseURL: server.url)
        var rows: [Row] = []
        for flight in [1, 16] {
            var (ours, theirs): ([Double], [Double]) = ([], [])
            for _ in 0..<rounds {
                ours.append(try await rate(api, flight))
                if let rate = peer(server.url, flight) { theirs.append(rate) }
            }
            let own = ours.sorted()[ours.count / 2]
            let other = theirs.isEmpty ? nil : theirs.sorted()[theirs.count / 2]
            let name = "WebSocket echo of 1 KB, \(flight) at a time"
            rows.append(
                Row(
                    name: name,
                    subject: "Vencejo",
                    peer: other == nil ? "" : "Python websockets",
                    metric: "messages/s",
                    value: own,
                    ratio: other.map { own / $0 }
                )
            )
        }
        await api.close()
        await server.stop()
        return rows
    }

    private func rate(_ api: APIClient, _ flight: Int) async throws -> Double {
        var options = WebSocketOptions()
        options.compression = .never
        let socket = try await api.webSocket("echo", options: options)
        let message = WebSocketMessage.text(String(repeating: "a", count: 1_000))
        let start = ContinuousClock.now
        for _ in 0..<flight { try await socket.send(message) }
        for number in 0..<Self.count {
            guard try await socket.receive() != nil else { throw PeerFailure(name: "the echo") }
            if number + flight < Self.count { try await socket.send(message) }
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        socket.close()
        return Double(Self.count) / seconds
    }

    private func peer(_ url: String, _ flight: Int) -> Double? {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../peers/websocket_echo.py").standardizedFileURL.path
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../.build/python/bin/python").standardizedFileURL.path
        let address = url.replacing("http://", with: "ws://") + "/echo"
        for python in [package, "/usr/bin/python3", "python3"] {
            let arguments = [script, address, "\(Self.count)", "\(flight)"]
            if let text = try? Run(arguments: [python] + arguments).output().text,
                let rate = Double(text.split(separator: "\n").last ?? "")
            {
                return rate
            }
        }
        return nil
    }
}
