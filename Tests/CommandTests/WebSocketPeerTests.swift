#if os(Linux)
import Foundation
import Testing
import Vencejo

private let websockets = PeerPython.having("websockets.asyncio.server")

extension InteropTests {
    private func talk(_ api: APIClient) async throws {
        var options = WebSocketOptions()
        options.subprotocols = ["v1", "v2"]
        let socket = try await api.webSocket("echo", options: options)
        #expect(socket.subprotocol == "v2")
        #expect(socket.response.headers["Sec-WebSocket-Extensions"] != nil)
        for count in [0, 1, 126, 70_000, 1_000_000] {
            let text = String(repeating: "año ", count: count / 5)
            try await socket.send(.text(text))
            #expect(try await socket.receive() == .text(text))
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try await socket.send(.binary(bytes))
            #expect(try await socket.receive() == .binary(bytes))
        }
        try await socket.ping()
        socket.close()
        #expect(try await socket.receive() == nil)
        #expect(socket.closed?.code == .normal)

        let parts = try await api.webSocket("parts", options: options)
        try await parts.send("un mensaje en partes")
        #expect(try await parts.receive() == "un mensaje en partes")

        options.compression = .never
        let count = try await api.webSocket("count", options: options)
        try await count.send("1000")
        var numbers: [Int] = []
        for try await message in count { numbers.append(Int(message.text ?? "") ?? -1) }
        #expect(numbers == Array(0..<1_000))
        #expect(count.closed == WebSocketClose(4_001, reason: "counted"))
    }

    @Test(.enabled(if: websockets != nil, "Python's websockets is absent: Scripts/setup tests"))
    func `Python's websockets talks with a WebSocket`() async throws {
        let (peer, port) = try await PeerPython.serve(
            try #require(websockets),
            "websocket_server.py"
        )
        try await talk(APIClient(baseURL: "ws://127.0.0.1:\(port)"))
        withExtendedLifetime(peer) {}
    }

    @Test(
        .enabled(if: websockets != nil, "Python's websockets is absent: Scripts/setup tests"),
        .enabled(
            if: Peer.isInstalled("nginx") && Peer.isInstalled("openssl"),
            "nginx or openssl is absent"
        )
    )
    func `nginx with TLS in between changes nothing`() async throws {
        let (peer, port) = try await PeerPython.serve(
            try #require(websockets),
            "websocket_server.py"
        )
        let maker = try Peer(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-days", "2", "-keyout", "leaf.key", "-out", "leaf.pem", "-subj", "/CN=A",
                "-addext", "subjectAltName=IP:127.0.0.1",
            ]
        )
        #expect(await maker.outcome().status == 0)
        let text = { (name: String) in
            try String(contentsOf: maker.folder.appending(path: name), encoding: .utf8)
        }
        let (certificate, key) = (try text("leaf.pem"), try text("leaf.key"))
        let (server, front) = try await nginx(
            files: ["leaf.pem": certificate, "leaf.key": key],
            """
            ssl_certificate leaf.pem;
            ssl_certificate_key leaf.key;
            location / {
                proxy_pass http://127.0.0.1:\(port);
                proxy_http_version 1.1;
                proxy_set_header Upgrade $http_upgrade;
                proxy_set_header Connection "upgrade";
            }
            """,
            listening: "ssl http2"
        )
        var configuration = EngineConfiguration()
        configuration.tls.authorities = .systemAnd(Array(certificate.utf8))
        let api = APIClient(
            baseURL: "wss://127.0.0.1:\(front)",
            transport: EngineTransport(configuration)
        )
        try await talk(api)
        withExtendedLifetime((peer, server)) {}
    }
}
#endif
