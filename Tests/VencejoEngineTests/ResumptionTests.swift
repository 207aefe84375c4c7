#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

@Suite(
    .serialized,
    .enabled(if: TLSBench.tool != nil, "the openssl tool is absent")
)
struct `Taking up sessions` {
    private func details(
        _ configuration: EngineConfiguration,
        _ port: Int,
        calls: Int = 3
    ) async throws -> [TLSDetails] {
        let transport = EngineTransport(configuration)
        let url = try #require(URI("https://127.0.0.1:\(port)/"))
        var details: [TLSDetails] = []
        for _ in 0..<calls {
            let response = try await transport.send(Request(.get, url))
            #expect(!response.timings.reusedConnection)
            details.append(try #require(response.timings.tlsDetails))
        }
        return details
    }

    private func bench() throws -> TLSBench {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        return bench
    }

    @Test(arguments: [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3"), ("-no_ticket", "TLSv1.3")])
    func `a later connection takes up what an earlier one agreed on`(
        option: String,
        version: String
    ) async throws {
        let bench = try bench()
        let (process, port) = try bench.serve("-www \(option)")
        defer { bench.stop(process) }
        let details = try await details(try bench.trust(), port)
        #expect(details.map(\.isResumed) == [false, true, true])
        #expect(details.allSatisfy { $0.version == version && $0.isVerified })
    }

    @Test(.enabled(if: TLSBench.nginx != nil, "nginx is absent"))
    func `nginx sees it too`() async throws {
        let bench = try bench()
        let options = "keepalive_timeout 0; ssl_session_cache shared:S:1m;"
        let (process, port) = try await bench.serveByNginx(options)
        defer { bench.stop(process) }
        let transport = EngineTransport(try bench.trust())
        let url = try #require(URI("https://127.0.0.1:\(port)/"))
        var seen: [Character] = []
        for _ in 0..<2 { seen += try await transport.send(Request(.get, url)).text.prefix(1) }
        #expect(seen == [".", "r"])
    }

    @Test func `it can be switched off`() async throws {
        let bench = try bench()
        let (process, port) = try bench.serve()
        defer { bench.stop(process) }
        let details = try await details(try bench.trust { $0.resumesSessions = false }, port)
        #expect(details.map(\.isResumed) == [false, false, false])
    }

    @Test func `a server whose key is not pinned leaves nothing to take up`() async throws {
        let bench = try bench()
        let (process, port) = try bench.serve("-www -tls1_2")
        defer { bench.stop(process) }
        let spare = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let other = "sha256/BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let configuration = try bench.trust {
            $0.pins = [PublicKeyPins("127.0.0.1", current: spare, next: other)]
        }
        let transport = EngineTransport(configuration)
        let url = try #require(URI("https://127.0.0.1:\(port)/"))
        for _ in 0..<2 {
            let kind = await failure(of: Request(.get, url), over: transport)
            guard case .tls(.pinMismatch) = kind else {
                Issue.record("\(String(describing: kind))")
                return
            }
        }
    }
}
#endif
