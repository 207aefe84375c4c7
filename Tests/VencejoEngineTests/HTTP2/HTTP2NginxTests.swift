#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

@Suite(
    .serialized,
    .enabled(if: TLSBench.tool != nil && TLSBench.nginx != nil, "openssl or nginx is absent")
)
struct `HTTP/2 with nginx` {
    private static let places = """
        location = /who { return 200 "$connection $server_protocol"; }
        location = /there { return 302 /who; }
        location = /large.bin {
            root .; gzip on; gzip_types *; gzip_min_length 1; add_header X-Connection $connection;
        }
        client_max_body_size 100k;
        """

    private func with<Value>(
        _ protocols: String,
        _ body: (TLSBench, URI) async throws -> Value
    ) async throws -> Value {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let (process, port) = try await bench.serveByNginx(Self.places, speaking: protocols)
        defer { bench.stop(process) }
        return try await body(bench, try #require(URI("https://127.0.0.1:\(port)/who")))
    }

    /// The connections that nginx saw when forty calls began at once.
    private func coldBurst(_ protocols: String) async throws -> [String: Set<String>] {
        try await with(protocols) { bench, url in
            let transport = EngineTransport(try bench.trust())
            return try await withThrowingTaskGroup(of: (String, String).self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        let response = try await transport.send(Request(.get, url))
                        let words = response.text.split(separator: " ").map(String.init)
                        #expect(words.last == "\(response.version)" || words.last == "HTTP/2.0")
                        return ("\(response.version)", words[0])
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
            }
        }
    }

    @Test func `forty cold calls open one connection`() async throws {
        let seen = try await coldBurst("http2")
        #expect(seen.keys.sorted() == ["HTTP/2.0"])
        #expect(seen["HTTP/2.0"]?.count == 1)
    }

    /// None is read before all have begun, so that each needs a connection of its own.
    @Test func `a server without HTTP/2 gets its calls side by side`() async throws {
        try await with("") { bench, url in
            let content = Data(count: 4_000_000)
            try content.write(to: bench.folder.appendingPathComponent("large.bin"))
            let transport = EngineTransport(try bench.trust())
            var request = Request(.get, try #require(url.resolving("/large.bin")))
            request.headers["Accept-Encoding"] = "identity"
            request.delivery = .stream
            var answers: [Response] = []
            for _ in 0..<4 { answers.append(try await transport.send(request)) }
            #expect(answers.map(\.version) == Array(repeating: .http11, count: 4))
            #expect(Set(answers.map { $0.headers["X-Connection"] }).count == 4)
            for answer in answers {
                #expect(try await answer.body.collected(limit: .max).count == content.count)
            }
        }
    }

    @Test func `it can be left out`() async throws {
        let version = try await with("http2") { bench, url in
            var configuration = try bench.trust()
            configuration.http2 = .never
            return try await EngineTransport(configuration).send(Request(.get, url)).version
        }
        #expect(version == .http11)
    }

    @Test func `knowing beforehand refuses a server that speaks only HTTP/1.1`() async throws {
        let kind = try await with("") { bench, url in
            var configuration = try bench.trust()
            configuration.http2 = .priorKnowledge
            return await failure(of: Request(.get, url), over: EngineTransport(configuration))
        }
        switch kind {
        case .unsupported?, .tls?: break
        default: Issue.record("\(String(describing: kind))")
        }
    }

    @Test func `a redirect is followed on the same connection`() async throws {
        try await with("http2") { bench, url in
            let transport = EngineTransport(try bench.trust())
            let there = try #require(url.resolving("/there"))
            let first = try await transport.send(Request(.get, url)).text
            let answer = try await transport.send(Request(.get, there))
            #expect(answer.status == 302)
            let next = try #require(answer.headers["Location"].flatMap { url.resolving($0) })
            #expect(try await transport.send(Request(.get, next)).text == first)
        }
    }

    @Test(arguments: [Delivery.whole, .stream], [nil, "identity"])
    func `a large answer arrives whole, decoded and not`(
        delivery: Delivery,
        codings: String?
    ) async throws {
        let content = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0 >> 9) }
        try await with("http2") { bench, url in
            try Data(content).write(to: bench.folder.appendingPathComponent("large.bin"))
            var request = Request(.get, try #require(url.resolving("/large.bin")))
            request.delivery = delivery
            if let codings { request.headers["Accept-Encoding"] = codings }
            let response = try await EngineTransport(try bench.trust()).send(request)
            let body = try await response.body.collected(limit: .max)
            #expect(response.version == .http2)
            #expect(response.headers["Content-Encoding"] == (codings == nil ? "gzip" : nil))
            #expect(body == content)
        }
    }

    @Test func `a body that is too large for the server gets the server's answer`() async throws {
        try await with("http2") { bench, url in
            let body = [UInt8](repeating: 1, count: 3_000_000)
            let transport = EngineTransport(try bench.trust())
            let large = Request(.post, url, body: .bytes(body))
            #expect(try await transport.send(large).status == 413)
            let small = Request(.post, url, body: .bytes(Array(body.prefix(90_000))))
            #expect(try await transport.send(small).status == .ok)
        }
    }
}
#endif
