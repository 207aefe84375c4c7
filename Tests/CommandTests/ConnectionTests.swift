import Foundation
import Testing
import VencejoCommands
import VencejoHTTP
import VencejoMockServer

@Suite struct ConnectionTests {
    @Test(arguments: [
        (["--proxy", "nonsense://x"], "--proxy takes"),
        (["--pin", "sha256/x"], "--pin is given twice"),
        (["--key", "k"], "--key needs --cert"), (["--cert"], "--cert takes a value"),
        (["--cacert", "missing.pem"], "no such file"),
        (["--cacert", "empty.pem"], "cannot be read"),
        (["--cert", "empty.pem"], "the client's certificate"),
        (["--pin", "sha256/x", "--pin", "sha256/y"], "is no pin"),
    ])
    func `an option that cannot be used is a wrong use`(
        options: [String],
        complaint: String
    ) async {
        let files = ["empty.pem": "no certificate"]
        let outcome = await run("get", "https://localhost:1/", list: options, files: files)
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    }

    @Test func `a proxy is asked, and its password is not shown`() async throws {
        let server = try await MockServer.lessons()
        let proxy = server.url.replacingOccurrences(of: "//", with: "//user:hidden@")
        let outcome = await run("get", "http://origin.example/todos/1", "--proxy", proxy, "-v")
        let request = try #require(server.requests.last)
        #expect(request.headers["Host"] == "origin.example")
        #expect(request.headers["Proxy-Authorization"] == "Basic dXNlcjpoaWRkZW4=")
        #expect(!(outcome.text + outcome.errors).contains("hidden"))
        #expect(!(outcome.text + outcome.errors).contains("dXNlcjpoaWRkZW4="))
        await server.stop()
    }

    @Test(arguments: [
        "localhost.run.example", "127.0.0.1.nip.example", "localhost:x@evil.example",
    ])
    func `an address that only begins like this machine's is asked over TLS`(
        address: String
    ) async throws {
        let server = try await MockServer()
        _ = await run("get", address, "--proxy", server.url)
        #expect(server.requests.map(\.method.rawValue) == ["CONNECT"])
        await server.stop()
    }

    @Test func `a Unix-domain socket that is not there is no connection`() async {
        let outcome = await run("get", "http://localhost/", "--unix-socket", "/nonexistent/s")
        #expect(outcome.code == ExitCode.transport)
    }

    @Test func `what is not verified is said loudly`() async {
        let outcome = await run("get", "https://localhost:1/", "--insecure")
        #expect(outcome.errors.contains("nobody knows who answers"))
    }
}
