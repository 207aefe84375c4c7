import Testing
import VencejoCore
import VencejoHTTP
import VencejoTesting

@Suite struct ClientSecretsTests {
    @Test(arguments: [
        ("https://ada:pass@api.example.com", "users", "Basic YWRhOnBhc3M="),
        ("https://ada@api.example.com", "users", "Basic YWRhOg=="),
        ("https://a%3Ab:c@api.example.com", "users", nil),
        ("https://%C3%B1:%40@api.example.com", "users", "Basic w7E6QA=="),
        ("https://ada:pass@api.example.com", "https://other.example/users", nil),
        ("https://api.example.com", "https://u:p@other.example/users", "Basic dTpw"),
    ])
    func `user and password in an address become a field`(
        base: String,
        path: String,
        authorization: String?
    ) async throws {
        let stub = StubTransport { $0.on(.get, "users", respond: .status(204)) }
        let api = APIClient(baseURL: base, transport: stub)
        let request = try api.makeRequest(.get, Path(path))
        _ = try await api.perform(request)
        #expect(stub.requests.first?.headers[.authorization] == authorization)
    }

    @Test(arguments: [
        ("users", true), ("https://api.example.com/users", true),
        ("https://other.example/users", false), ("https://api.example.com:444/users", false),
    ])
    func `the client's secret fields go to its own origin only`(
        path: String,
        kept: Bool
    ) async throws {
        let stub = StubTransport { $0.on(.get, "users", respond: .status(204)) }
        let api = APIClient(baseURL: "https://api.example.com", transport: stub) {
            $0.headers = ["Authorization": "S", "X-Api-Key": "S", "Accept-Language": "es"]
        }
        _ = try await api.perform(try api.makeRequest(.get, Path(path), headers: ["X-Own": "1"]))
        #expect(stub.requests.first?.headers.count == (kept ? 4 : 2))
    }

    private struct Elsewhere: Endpoint {
        var baseURL = URI("https://other.example")
        let path: Path = "users"
        var sharesCredentials = false
    }

    @Test(arguments: [false, true])
    func `an endpoint's own base gets the client's secrets only where it asks for them`(
        asks: Bool
    ) async throws {
        let stub = StubTransport { $0.on(.get, "users", respond: .status(204)) }
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.authenticate(.apiKey(query: "key", value: "S"))],
            transport: stub
        ) { $0.headers = ["Authorization": "S", "Accept-Language": "es"] }
        _ = try await api.send(Elsewhere(sharesCredentials: asks))
        let sent = try #require(stub.requests.first)
        #expect(sent.headers[.authorization] == (asks ? "S" : nil))
        #expect(sent.headers["Accept-Language"] == "es")
        #expect(sent.url.query == (asks ? "key=S" : nil))
    }

    @Test func `a base of its own that is the client's origin is no other place`() async throws {
        let stub = StubTransport { $0.on(.get, "users", respond: .status(204)) }
        let api = APIClient(baseURL: "https://api.example.com/v1", transport: stub) {
            $0.headers = ["Authorization": "S"]
        }
        _ = try await api.send(Elsewhere(baseURL: URI("https://api.example.com/v2")))
        #expect(stub.requests.first?.headers[.authorization] == "S")
    }
}
