#if os(Linux)
import TestSupport
import Testing
import Vencejo
import VencejoMockServer

@Suite(.server, .timeLimit(.minutes(2)))
struct `3.8 Authentication` {
    @Test(
        arguments: [
            "Basic realm=\"x\"", "Bearer realm=\"x\", Basic realm=\"y\"", "Bearer",
            "Digest realm=\"x\", nonce=\"1\"", "Negotiate",
        ],
        Way.all
    )
    func `that nobody has is a 401 with its body`(
        _ challenge: String,
        _ way: Way
    ) async throws {
        let line = try await Line(way)
        let refusal = MockResponse.text("who?", status: .unauthorized)
            .header("WWW-Authenticate", challenge)
        line.server.on(.get, "x", respond: refusal)
        let response: Response = try await line.api.get("x")
        #expect(response.status == .unauthorized)
        #expect(response.text == "who?")
        #expect(response.headers["WWW-Authenticate"] == challenge)
        #expect(line.server.requests.count == 1)
    }

    @Test(arguments: Way.all)
    func `by user and password goes with every request, and its body`(
        _ way: Way
    ) async throws {
        let line = try await Line(way, pipeline: [.authenticate(.basic("user", "pass"))])
        line.server.on(.post, "x") { request in
            request.headers[.authorization] == "Basic dXNlcjpwYXNz"
                ? .bytes(request.body) : .status(.unauthorized)
        }
        let response: Response = try await line.api.post("x", body: .bytes(Array("abc".utf8)))
        #expect(response.text == "abc")
    }

    @Test(arguments: Way.all)
    func `that is refused keeps the answer in the error`(_ way: Way) async throws {
        let line = try await Line(way, configure: { $0.acceptedStatuses = .success })
        line.server.on(.get, "x", respond: .text("expired", status: .unauthorized))
        let error = await #expect(throws: NetworkError.self) {
            _ = try await line.api.get("x") as Response
        }
        #expect(error?.kind == .status(.unauthorized))
        #expect(error?.response?.text == "expired")
    }
}
#endif
