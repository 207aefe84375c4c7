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
struct `A client's certificate` {
    private static let asking = "-www -Verify 1 -verify_return_error -CAfile ca.pem"

    private func bench() throws -> TLSBench {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        return bench
    }

    private func pem(_ bench: TLSBench, _ name: String) throws -> ClientIdentity {
        .pem(certificates: try bench.bytes("\(name).pem"), key: try bench.bytes("\(name).key"))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `the server's wish for one is told when there is none`(version: String) async throws {
        let bench = try bench()
        let kind = try await bench.failure(try bench.trust(), options: "\(Self.asking) \(version)")
        #expect(kind == .tls(.clientCertificateRequired))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `one in PEM is shown`(version: String) async throws {
        let bench = try bench()
        try bench.certificate("DNS:client", file: "client")
        let configuration = try bench.trust { $0.identity = try pem(bench, "client") }
        let kind = try await bench.failure(configuration, options: "\(Self.asking) \(version)")
        #expect(kind == nil)
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `one of a stranger is refused`(version: String) async throws {
        let bench = try bench()
        try bench.authority("stranger")
        try bench.certificate("DNS:client", file: "client", by: "stranger")
        let configuration = try bench.trust { $0.identity = try pem(bench, "client") }
        let kind = try await bench.failure(configuration, options: "\(Self.asking) \(version)")
        guard case .tls(.clientCertificateRefused) = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test func `one in PKCS #12 is shown, and its password counts`() async throws {
        let bench = try bench()
        try bench.certificate("DNS:client", file: "client")
        let export = "pkcs12 -export -in client.pem -inkey client.key -certfile ca.pem"
        try bench.run("\(export) -passout pass:secret -out client.p12")
        let file = try bench.bytes("client.p12")
        var configuration = try bench.trust { $0.identity = .pkcs12(file, password: "secret") }
        #expect(try await bench.failure(configuration, options: Self.asking) == nil)
        configuration.tls.identity = .pkcs12(file, password: "other")
        #expect(throws: NetworkError.self) { try EngineTransport(checking: configuration) }
    }

    @Test func `a key under a password is opened, and asked for nowhere else`() async throws {
        let bench = try bench()
        try bench.certificate("DNS:client", file: "client")
        try bench.run("pkey -in client.key -aes256 -passout pass:secret -out locked.key")
        let certificate = try bench.bytes("client.pem")
        let key = try bench.bytes("locked.key")
        var configuration = try bench.trust {
            $0.identity = .pem(certificates: certificate, key: key, password: "secret")
        }
        #expect(try await bench.failure(configuration, options: Self.asking) == nil)
        configuration.tls.identity = .pem(certificates: certificate, key: key)
        #expect(throws: NetworkError.self) { try EngineTransport(checking: configuration) }
    }

    @Test func `a key of another certificate is an error when the transport is made`() throws {
        let bench = try bench()
        try bench.certificate("DNS:client", file: "client")
        var configuration = EngineConfiguration()
        configuration.tls.identity = .pem(
            certificates: try bench.bytes("client.pem"),
            key: try bench.bytes("leaf.key")
        )
        #expect(throws: NetworkError.self) { try EngineTransport(checking: configuration) }
    }

    @Test func `bytes that are no certificate are an error, of each call where nobody looked`()
        async throws
    {
        var configuration = EngineConfiguration()
        configuration.tls.authorities = .systemAnd(Array("no certificate".utf8))
        #expect(throws: NetworkError.self) { try EngineTransport(checking: configuration) }
        let server = try ScriptedServer { try await $0.waitForEnd() }
        let url = try #require(URI("https://127.0.0.1:\(server.port)/"))
        let kind = await failure(of: Request(.get, url), over: EngineTransport(configuration))
        guard case .tls(.configuration) = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test func `what is printed of one shows no key`() {
        let identity = ClientIdentity.pem(certificates: [1], key: Array("KEY".utf8))
        var dumped = ""
        dump(identity, to: &dumped)
        let texts = ["\(identity)", String(reflecting: identity), dumped]
        for text in texts { #expect(!text.contains("75")) }
    }

    @Test(.enabled(if: TLSBench.nginx != nil, "nginx is absent"))
    func `nginx takes it, and says by status when it is missing`() async throws {
        let bench = try bench()
        try bench.certificate("DNS:client", file: "client")
        let options = "ssl_verify_client on; ssl_client_certificate ca.pem;"
        let (process, port) = try await bench.serveByNginx(options)
        defer { bench.stop(process) }
        let url = try #require(URI("https://127.0.0.1:\(port)/"))
        let known = try bench.trust { $0.identity = try pem(bench, "client") }
        #expect(try await EngineTransport(known).send(Request(.get, url)).status == .ok)
        let unknown = EngineTransport(try bench.trust())
        #expect(try await unknown.send(Request(.get, url)).status == .badRequest)
    }
}
#endif
