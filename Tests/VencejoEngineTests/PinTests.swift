#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

private let spare = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

@Suite(
    .serialized,
    .enabled(if: TLSBench.tool != nil, "the openssl tool is absent")
)
struct `Pinned keys` {
    @Test func `the current key, the next one and the authority's are accepted`() async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let leaf = try bench.pin(of: "leaf")
        let authority = try bench.pin(of: "ca")
        for (current, next) in [(leaf, spare), (spare, leaf), (authority, spare)] {
            let configuration = try bench.trust {
                $0.pins = [PublicKeyPins("127.0.0.1", current: current, next: next)]
            }
            #expect(try await bench.failure(configuration) == nil)
        }
    }

    @Test func `another key is refused, and the error names the host and the pins seen`()
        async throws
    {
        let bench = try TLSBench()
        try bench.certificate("DNS:api.localhost")
        let other = "sha256/BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let configuration = try bench.trust {
            $0.pins = [PublicKeyPins("localhost", current: spare, next: other)]
        }
        let seen = [try bench.pin(of: "leaf"), try bench.pin(of: "ca")]
        let kind = try await bench.failure(configuration, host: "api.localhost")
        #expect(kind == .tls(.pinMismatch(host: "api.localhost", seen: seen)))
        let text = NetworkError(try #require(kind)).description
        for word in seen + ["api.localhost"] { #expect(text.contains(word)) }
    }

    @Test func `hosts without pins are asked as ever`() async throws {
        let bench = try TLSBench()
        try bench.certificate("DNS:localhost")
        let other = "sha256/BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let configuration = try bench.trust {
            $0.pins = [PublicKeyPins("api.localhost", current: spare, next: other)]
        }
        #expect(try await bench.failure(configuration, host: "localhost") == nil)
    }

    @Test func `pins hold although verification is skipped, for the server's own key`()
        async throws
    {
        let bench = try TLSBench()
        try bench.certificate("DNS:other.example")
        var configuration = EngineConfiguration()
        configuration.tls.verification = .dangerouslySkipped
        let leaf = try bench.pin(of: "leaf")
        configuration.tls.pins = [PublicKeyPins("127.0.0.1", current: leaf, next: spare)]
        #expect(try await bench.failure(configuration) == nil)
        let authority = try bench.pin(of: "ca")
        configuration.tls.pins = [PublicKeyPins("127.0.0.1", current: authority, next: spare)]
        let kind = try await bench.failure(configuration)
        #expect(kind == .tls(.pinMismatch(host: "127.0.0.1", seen: [leaf])))
    }

    @Test(arguments: [("sha256/abc", spare), (spare, spare), ("", spare), ("md5/x", spare)])
    func `pins that are none are an error when the transport is made`(
        current: String,
        next: String
    ) {
        var configuration = EngineConfiguration()
        configuration.tls.pins = [PublicKeyPins("example.com", current: current, next: next)]
        #expect(throws: NetworkError.self) { try EngineTransport(checking: configuration) }
    }
}
#endif
