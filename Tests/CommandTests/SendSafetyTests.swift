import Testing
import VencejoCommands
import VencejoHTTP
import VencejoMockServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite struct SendSafetyTests {
    @Test func `strings and names of JSON cannot steer the terminal`() async throws {
        let server = try await MockServer.lessons()
        let json = "{\"k\u{9B}\": \"\u{9B}31m \u{202E}x\u{2066}\u{200F}\"}"
        server.on(.get, "evil", respond: .text(json))
        let outcome = await run("get", server.url + "/evil", isInteractive: true)
        let steering: [Unicode.Scalar] = ["\u{9B}", "\u{202E}", "\u{2066}", "\u{200F}"]
        #expect(!outcome.text.unicodeScalars.contains { steering.contains($0) })
        #expect(outcome.text.contains(#""k\u{9b}": "\u{9b}31m \u{202e}x\u{2066}\u{200f}""#))
        await server.stop()
    }

    @Test func `deep nesting does not multiply the output`() async throws {
        let server = try await MockServer.lessons()
        let depth = 200
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        server.on(.get, "deep", respond: .text(json))
        let outcome = await run("get", server.url + "/deep", isInteractive: true)
        #expect(outcome.text.contains("\n" + String(repeating: " ", count: 64) + "["))
        #expect(!outcome.text.contains(String(repeating: " ", count: 65)))
        await server.stop()
    }

    @Test func `verbose hides what proves who is asking, both ways`() async throws {
        let server = try await MockServer.lessons()
        var answer = MockResponse(status: .ok)
        answer.headers = ["Set-Cookie": "id=SECRET", "Link": "</b?token=SECRET>; rel=next"]
        server.on(.get, "b", respond: answer)
        server.on(.get, "a", respond: .redirect(302, to: "/b?access_token=SECRET"))
        let outcome = await run(
            list: [
                "get", server.url + "/a?token=SECRET", "X-Api-Key: SECRET",
                "X-Auth-Token: SECRET", "-v",
            ]
        )
        #expect(!outcome.text.contains("SECRET"))
        #expect(outcome.text.contains("Set-Cookie: ‹redacted›"))
        #expect(outcome.text.contains("access_token=‹redacted›"))
        await server.stop()
    }

    @Test func `user and password of the address become credentials`() async throws {
        let server = try await MockServer.lessons()
        server.on(.get, "a", respond: .text("x"))
        let url = server.url.replacing("://", with: "://ada:pass@")
        _ = await run("get", url + "/a")
        #expect(server.requests.last?.headers["Authorization"] == "Basic YWRhOnBhc3M=")
        await server.stop()
    }

    @Test(.enabled(if: unsafe access("/dev/full", W_OK) == 0, "no /dev/full"))
    func `a failed write is told`() {
        let descriptor = unsafe open("/dev/full", O_WRONLY)
        #expect(Output.writeAll([1, 2, 3], to: descriptor) == ENOSPC)
        close(descriptor)
        #expect(Output.writeAll([1], to: -1) == EBADF)
    }
}
