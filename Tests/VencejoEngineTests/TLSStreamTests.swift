#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

@Suite(.serialized, .enabled(if: TLSBench.nginx != nil, "nginx is absent"))
struct `Bodies that stream over TLS` {
    private static let content = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }

    private func withServer(
        _ body: (EngineTransport, String, URL) async throws -> Void
    ) async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        try Data(Self.content).write(to: bench.folder.appendingPathComponent("large.txt"))
        let options = """
            client_max_body_size 100m;
            location /plain/ { alias ./; }
            location /kept/ { alias ./; dav_methods PUT; }
            location /coded/ { alias ./; gzip on; gzip_types *; gzip_min_length 1; }
            """
        let (process, port) = try await bench.serveByNginx(options)
        defer { bench.stop(process) }
        let transport = EngineTransport(try bench.trust())
        try await body(transport, "https://127.0.0.1:\(port)", bench.folder)
    }

    @Test(arguments: ["plain", "coded"])
    func `come whole, and give their connection back`(folder: String) async throws {
        try await withServer { transport, base, _ in
            let url = try #require(URI("\(base)/\(folder)/large.txt"))
            for round in 0..<2 {
                let response = try await transport.send(.streaming(url))
                #expect(response.timings.reusedConnection == (round == 1))
                let isCoded = response.headers[.contentEncoding] == "gzip"
                #expect(isCoded == (folder == "coded"))
                #expect(try await response.body.collected(limit: .max) == Self.content)
            }
        }
    }

    @Test func `can be abandoned`() async throws {
        try await withServer { transport, base, _ in
            let url = try #require(URI("\(base)/plain/large.txt"))
            for _ in 0..<3 {
                let response = try await transport.send(.streaming(url))
                #expect(!response.timings.reusedConnection)
                for try await _ in response.body.stream { break }
            }
        }
    }

    @Test func `are sent from files and producers`() async throws {
        try await withServer { transport, base, folder in
            let file = try Scratch(Self.content)
            let chunk = [UInt8](repeating: 1, count: 10_000)
            let bodies: [(RequestBody, [UInt8])] = [
                (.file(file.path), Self.content), (.stream(length: 10_000) { Once(chunk) }, chunk),
                (.stream { Once(chunk) }, chunk), (.bytes(Self.content), Self.content),
            ]
            for (index, (body, content)) in bodies.enumerated() {
                let url = try #require(URI("\(base)/kept/\(index).bin"))
                let response = try await transport.send(Request(.put, url, body: body))
                #expect(response.status == 201)
                #expect(response.timings.reusedConnection == (index > 0))
                let kept = folder.appendingPathComponent("\(index).bin")
                #expect(Array(try Data(contentsOf: kept)) == content)
            }
        }
    }
}

/// One chunk.
private struct Once: AsyncSequence, AsyncIteratorProtocol {
    private var chunk: [UInt8]?

    init(_ chunk: [UInt8]) {
        self.chunk = chunk
    }

    func makeAsyncIterator() -> Once { self }

    mutating func next() async -> [UInt8]? {
        defer { chunk = nil }
        return chunk
    }
}

@Suite struct `A body that a redirect keeps` {
    private static func server() throws -> ScriptedServer {
        try ScriptedServer { peer in
            while true {
                let request = try await peer.receive()
                guard request.isWhole else { return }
                let isFirst = request.headers["X-Hop"] == nil && peer.number == 1
                try await peer.say(
                    isFirst
                        ? "HTTP/1.1 307 Temporary Redirect\r\nLocation: /b\r\n"
                            + "Connection: close\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n"
                            + String(decoding: request.body, as: UTF8.self)
                )
                if isFirst { return }
            }
        }
    }

    private func send(_ body: Body) async throws -> Response {
        let server = try Self.server()
        let api = APIClient(
            baseURL: "http://127.0.0.1:\(server.port)",
            transport: EngineTransport()
        )
        defer { withExtendedLifetime(server) {} }
        return try await api.post("a", body: body)
    }

    @Test func `is made again`() async throws {
        let response = try await send(.stream { Once(Array("hello".utf8)) })
        #expect(response.text == "hello")
        #expect(response.hops.count == 1)
    }

    @Test func `is read again from its file`() async throws {
        let file = try Scratch(Array("hello".utf8))
        #expect(try await send(.file(file.path)).text == "hello")
    }

    @Test func `ends the call where it cannot be made again`() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await send(.stream(isReplayable: false) { Once(Array("hello".utf8)) })
        }
        #expect(error?.kind == .redirect(.notReplayable))
    }
}
#endif
