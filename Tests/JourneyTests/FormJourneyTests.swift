import Testing
import Vencejo
import VencejoMockServer
import VencejoTesting
import VencejoWire

@Suite struct FormJourneyTests {
    private struct Receipt: Codable, Sendable {
        let names: [String]
        let bytes: Int
    }

    private func send(_ api: APIClient) async throws -> Receipt {
        let big = [UInt8](repeating: 0x2D, count: 700_000)
        return try await api.post(
            "photos",
            body: .multipart([
                .field("title", "Playa"),
                .data("photo", big, fileName: "playa.jpg"),
                .stream("log", length: 3, fileName: "a.log") {
                    AsyncStream<[UInt8]> {
                        $0.yield([1, 2, 3])
                        $0.finish()
                    }
                },
            ])
        )
    }

    @Test func `a form with files, over a socket`() async throws {
        let server = try await MockServer(routes: [])
        server.on(.post, "photos") { request in
            guard let parts = try? request.formParts() else { return .status(400) }
            return .json([
                "names": .array(parts.map { .string($0.name) }),
                "bytes": .number(JSONNumber(parts.reduce(0) { $0 + $1.content.count })),
            ])
        }
        let api = APIClient(baseURL: server.url)
        let receipt = try await send(api)
        #expect(receipt.names == ["title", "photo", "log"])
        #expect(receipt.bytes == 700_008)
        let request = try #require(server.requests.first)
        #expect(request.headers[.contentLength] == String(request.body.count))
        let parts = try request.formParts()
        #expect(parts[1].fileName == "playa.jpg" && parts[1].contentType == "image/jpeg")
        #expect(parts[1].content == [UInt8](repeating: 0x2D, count: 700_000))
        await api.close()
        await server.stop()
    }

    @Test func `a form with files, on stubs`() async throws {
        let api = APIClient(
            baseURL: "https://api.example.com",
            transport: .stub {
                $0.on(.post, "photos", respond: .json(["names": ["title"], "bytes": 5]))
            }
        )
        #expect(try await send(api).bytes == 5)
    }
}
