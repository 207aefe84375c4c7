import Testing
import VencejoCommands
import VencejoHTTP
import VencejoMockServer

@Suite struct StreamCommandTests {
    /// Nobody interrupts.
    private let never: @Sendable () async -> Void = { await untilCancelled() }

    private static let feed = "id: 7\nevent: price\ndata: {\"a\":1}\n\ndata: two\ndata: lines\n\n"

    private func server(_ text: String = feed) async throws -> MockServer {
        let server = try await MockServer(routes: [])
        var answer = MockResponse.text(text)
        answer.headers[.contentType] = "text/event-stream"
        server.on(.get, "feed", respond: answer)
        server.on(.post, "feed", respond: answer)
        server.on(.get, "gone", respond: .status(204))
        server.on(.get, "echo") { request in
            MockResponse.webSocket(for: request, subprotocols: ["chat"]) { socket in
                while let message = await socket.receive(), await socket.send(message) {}
            }
        }
        return server
    }

    @Test func `a pipe gets the data of events, lines of JSON where asked, and a person all`()
        async throws
    {
        let server = try await server()
        let url = server.url + "/feed"
        let plain = await run("events", url, "--count", "2", untilInterrupted: never)
        #expect(plain.errors.isEmpty)
        #expect(plain.text == "{\"a\":1}\ntwo\nlines\n" && plain.code == ExitCode.success)
        let json = await run("events", url, "--count", "1", "--json", untilInterrupted: never)
        #expect(json.text == #"{"event":"price","id":"7","data":"{\"a\":1}"}"# + "\n")
        let person = await run(
            "events",
            url,
            "--count",
            "1",
            isInteractive: true,
            untilInterrupted: never
        )
        #expect(person.text == "price  7\n{\"a\":1}\n\n")
        await server.stop()
    }

    @Test func `items make a POST, and the last event is told`() async throws {
        let server = try await server()
        let outcome = await run(
            "events",
            server.url + "/feed",
            "q=hola",
            "--last-id",
            "41",
            "--count",
            "1",
            untilInterrupted: never
        )
        #expect(outcome.code == ExitCode.success, "\(outcome.errors)")
        let request = try #require(server.requests.first)
        #expect(request.method == .post && request.text == #"{"q":"hola"}"#)
        #expect(request.headers["Last-Event-ID"] == "41")
        #expect(request.headers[.accept] == "text/event-stream")
        await server.stop()
    }

    @Test func `a server that has no more to say ends it, another status is told`() async throws {
        let server = try await server()
        let gone = await run("events", server.url + "/gone", untilInterrupted: never)
        #expect(gone.code == ExitCode.success && gone.text.isEmpty)
        let missing = await run("events", server.url + "/nowhere", untilInterrupted: never)
        #expect(missing.code == ExitCode.clientError && missing.errors.contains("404"))
        await server.stop()
    }

    @Test func `what steers a terminal is shown`() async throws {
        let server = try await server("event: \u{1B}[2J\ndata: \u{9B}31m\n\n")
        let url = server.url + "/feed"
        let outcome = await run(
            "events",
            url,
            "--count",
            "1",
            isInteractive: true,
            untilInterrupted: never
        )
        #expect(!outcome.text.unicodeScalars.contains { [0x1B, 0x9B].contains($0.value) })
        await server.stop()
    }

    @Test func `lines go out as messages, and messages come in as lines`() async throws {
        let server = try await server()
        let url = server.url.replacing("http://", with: "ws://") + "/echo"
        let arguments = ["ws", url, "--subprotocol", "chat", "X-A:1", "--count", "2"]
        let outcome = await run(
            list: arguments,
            untilInterrupted: never,
            lines: ["uno", "dos"]
        )
        #expect(outcome.errors.isEmpty)
        #expect(outcome.text == "uno\ndos\n" && outcome.code == ExitCode.success)
        let request = try #require(server.requests.first)
        #expect(request.headers["X-A"] == "1")
        #expect(request.headers["Sec-WebSocket-Protocol"] == "chat")
        await server.stop()
    }

    @Test func `a refusal, and an interruption, are ends of their own`() async throws {
        let server = try await server()
        let refused = await run("ws", server.url + "/feed", untilInterrupted: never)
        #expect(refused.code != ExitCode.success && refused.errors.contains("vencejo:"))
        let left = await run("ws", server.url + "/echo", untilInterrupted: {})
        #expect(left.code == ExitCode.success)
        await server.stop()
    }

    @Test(arguments: [
        ["events"], ["events", "a", "--count", "0"], ["ws", "a", "k=v"], ["ws", "a", "--json"],
        ["events", "a", "--subprotocol", "x"], ["events", "a", "--last-id"],
    ])
    func `wrong usage is told`(arguments: [String]) async {
        let outcome = await run(list: arguments)
        #expect(outcome.code == ExitCode.usage && outcome.errors.hasPrefix("vencejo: "))
    }
}
