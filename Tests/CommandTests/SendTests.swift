import Testing
import VencejoCommands
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

@Suite struct SendTests {
    @Test func `a pipe gets the body, byte for byte`() async throws {
        let server = try await MockServer.lessons()
        let outcome = await run("get", server.url + "/todos/1")
        #expect(outcome.code == ExitCode.success)
        #expect(outcome.text.contains(#""userId": 1"#))
        #expect(!outcome.text.contains("HTTP/1.1"))
        await server.stop()
    }

    @Test func `a person gets the head too, and colour`() async throws {
        let server = try await MockServer.lessons()
        let outcome = await run(
            "get",
            server.url + "/todos/1",
            isInteractive: true,
            isColoured: true
        )
        #expect(outcome.text.contains("HTTP/1.1 \u{1B}[32m200 OK\u{1B}[0m"))
        #expect(outcome.text.contains("\u{1B}[34m\"userId\"\u{1B}[0m: \u{1B}[36m1\u{1B}[0m"))
        await server.stop()
    }

    @Test func `items become query, fields, JSON and headers`() async throws {
        let server = try await MockServer.lessons()
        let outcome = await run(
            "post",
            server.url + "/posts",
            "title=Hola = qué",
            "userId:=7",
            "tags:=[1,2]",
            "a b==c&d",
            "X-Own: yes"
        )
        #expect(outcome.code == ExitCode.success)
        let request = try #require(server.requests.last)
        #expect(request.target == "/posts?a%20b=c%26d")
        #expect(request.headers["X-Own"] == "yes")
        #expect(request.headers["Content-Type"] == "application/json")
        let body = String(decoding: request.body, as: UTF8.self)
        #expect(body == #"{"title":"Hola = qué","userId":7,"tags":[1,2]}"#)
        await server.stop()
    }

    @Test func `a form is sent as one`() async throws {
        let server = try await MockServer.lessons()
        _ = await run("post", server.url + "/posts", "--form", "title=a b&c")
        let request = try #require(server.requests.last)
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(String(decoding: request.body, as: UTF8.self) == "title=a+b%26c")
        await server.stop()
    }

    @Test(arguments: [
        (200, ExitCode.success), (300, ExitCode.redirection), (404, ExitCode.clientError),
        (422, ExitCode.clientError), (500, ExitCode.serverError), (503, ExitCode.serverError),
    ])
    func `the exit code tells the class of the status`(status: Int, code: Int32) async throws {
        let server = try await MockServer.lessons()
        server.on(.get, "answer", respond: .status(.init(status), json: ["message": "so"]))
        let outcome = await run("get", server.url + "/answer")
        #expect(outcome.code == code)
        await server.stop()
    }

    @Test func `nobody answering exits with 1 and says so`() async {
        let outcome = await run("get", "http://127.0.0.1:1/")
        #expect(outcome.code == ExitCode.transport)
        #expect(outcome.errors.hasPrefix("vencejo: "))
        #expect(outcome.text.isEmpty)
    }

    @Test func `what a server sends cannot move the cursor`() async throws {
        let server = try await MockServer.lessons()
        server.on(.get, "evil", respond: .text("a\u{1B}[2Jb\u{7}c"))
        let outcome = await run("get", server.url + "/evil", isInteractive: true)
        #expect(!outcome.text.contains("\u{1B}"))
        #expect(outcome.text.contains(#"a\u{1b}[2Jb\u{7}c"#))
        await server.stop()
    }

    @Test func `head prints the head`() async throws {
        let server = try await MockServer.lessons()
        let outcome = await run("head", server.url + "/posts/1")
        #expect(outcome.text.hasPrefix("HTTP/1.1 200 OK\n"))
        await server.stop()
    }

    @Test func `verbose shows what only speaks of credentials`() async throws {
        let server = try await MockServer.lessons()
        let outcome = await run("get", server.url + "/users/1", "Origin: https://a.com", "-v")
        #expect(outcome.text.contains("Access-Control-Allow-Credentials: true"))
        await server.stop()
    }

    @Test func `verbose shows the request without its secrets`() async throws {
        let server = try await MockServer.lessons()
        let outcome = await run(
            "get",
            server.url + "/secure/bearer",
            "Authorization: Bearer lesson-token",
            "-v"
        )
        #expect(outcome.code == ExitCode.success)
        #expect(outcome.text.contains("GET /secure/bearer"))
        #expect(outcome.text.contains("Authorization: ‹redacted›"))
        #expect(!outcome.text.contains("lesson-token"))
        await server.stop()
    }
}
