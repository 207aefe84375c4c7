#if canImport(Darwin) || URLSessionOnLinux
import Foundation
import Testing
import VencejoCore
import VencejoHTTP
import VencejoMockServer
import VencejoURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.serialized, .timeLimit(.minutes(1)))
struct URLSessionTests {
    private func send(
        _ request: Request,
        to transport: URLSessionTransport = URLSessionTransport()
    ) async -> Result<Response, NetworkError> {
        do throws(NetworkError) {
            return .success(try await transport.send(request))
        } catch {
            return .failure(error)
        }
    }

    private func withServer(_ test: (MockServer) async throws -> Void) async throws {
        let server = try await MockServer { request in
            switch request.target {
            case "/moved": .redirect(302, to: "/elsewhere")
            case "/missing": .status(404)
            case "/large": .bytes([UInt8](repeating: 7, count: 5_000))
            case "/echo":
                .text("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
            default: .text(request.target)
            }
        }
        do {
            try await test(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test func `an answer comes as it was sent`() async throws {
        try await withServer { server in
            let url = try #require(URI(server.url + "/a%2Fb?q=%2B"))
            let response = try await send(Request(.get, url)).get()
            #expect(response.status == 200)
            #expect(response.body.bytes == Array("/a%2Fb?q=%2B".utf8))
            #expect(response.headers["content-type"]?.hasPrefix("text/plain") == true)
        }
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
    func `a body arrives with its method`(_ method: HTTPMethod) async throws {
        try await withServer { server in
            let url = try #require(URI(server.url + "/echo"))
            let request = Request(method, url, body: .bytes("Hola".utf8))
            let response = try await send(request).get()
            #expect(response.body.bytes == Array("\(method) Hola".utf8))
        }
    }

    @Test(arguments: [("/moved", 302), ("/missing", 404)])
    func `redirects and failures are answers`(path: String, code: Int) async throws {
        try await withServer { server in
            let url = try #require(URI(server.url + path))
            let response = try await send(Request(.get, url)).get()
            #expect(response.status.code == code)
        }
    }

    @Test func `a body over the limit is refused`() async throws {
        try await withServer { server in
            var request = Request(.get, try #require(URI(server.url + "/large")))
            request.maximumResponseBytes = 4_999
            guard case .failure(let error) = await send(request) else {
                Issue.record("no error")
                return
            }
            #expect(error.kind == .bodyTooLarge(limit: 4_999))
        }
    }

    @Test func `nobody there is told apart`() async throws {
        let server = try await MockServer()
        let url = try #require(server.uri)
        await server.stop()
        guard case .failure(let error) = await send(Request(.get, url)) else {
            Issue.record("no error")
            return
        }
        #expect(error.kind == .noConnection(.refused))
    }

    @Test func `a cancelled task sends nothing`() async throws {
        try await withServer { server in
            let url = try #require(URI(server.url + "/a"))
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return await send(Request(.get, url))
            }
            task.cancel()
            guard case .failure(let error) = await task.value else {
                Issue.record("no error")
                return
            }
            #expect(error.kind == .cancelled)
        }
    }

    @Test(
        arguments: [
            (URLError.Code.timedOut, false, .timedOut(.response)),
            (.timedOut, true, .timedOut(.idle)),
            (.cancelled, false, .cancelled),
            (.cannotFindHost, false, .noConnection(.nameNotFound)),
            (.cannotConnectToHost, false, .noConnection(.refused)),
            (.networkConnectionLost, false, .noConnection(.reset)),
            (.networkConnectionLost, true, .invalidResponse("The answer was cut short")),
            (.notConnectedToInternet, false, .noConnection(.unreachable)),
            (.serverCertificateHasBadDate, false, .tls(.expired)),
            (.serverCertificateHasUnknownRoot, false, .tls(.unknownAuthority)),
            (.dataLengthExceedsMaximum, true, .bodyTooLarge(limit: 9)),
        ] as [(URLError.Code, Bool, NetworkError.Kind)]
    )
    func `a session's errors are told apart`(
        code: URLError.Code,
        afterHead: Bool,
        kind: NetworkError.Kind
    ) {
        #expect(NetworkError.Kind(URLError(code), afterHead: afterHead, limit: 9) == kind)
    }

    @Test(arguments: [
        ("a=1", ["a=1"]),
        ("a=1, b=2", ["a=1", "b=2"]),
        (
            "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=2; Path=/",
            ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/"]
        ),
    ])
    func `joined cookies are taken apart`(joined: String, cookies: [String]) {
        #expect(Headers.cookies(in: joined) == cookies)
    }
}
#else
import Testing

@Suite struct URLSessionTests {
    @Test(.disabled("build with the trait URLSessionOnLinux"))
    func `the Apple transport is left out`() {}
}
#endif
