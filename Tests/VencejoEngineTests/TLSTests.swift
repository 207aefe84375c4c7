#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoSockets

@Suite(
    .serialized,
    .enabled(if: TLSBench.tool != nil, "the openssl tool is absent")
)
struct `Over TLS` {
    private func outcome(
        _ name: String,
        days: Int = 2,
        host: String = "127.0.0.1",
        isTrusted: Bool = true,
        options: String = "-www"
    ) async throws -> NetworkError.Kind? {
        let bench = try TLSBench()
        try bench.certificate(name, days: days)
        let (process, port) = try bench.serve(options)
        defer { bench.stop(process) }
        var configuration = EngineConfiguration()
        if isTrusted { configuration.additionalAuthorities = try bench.authority() }
        let url = try #require(URI("https://\(host):\(port)/"))
        return await failure(of: Request(.get, url), over: EngineTransport(configuration))
    }

    @Test(arguments: [("IP:127.0.0.1", "127.0.0.1"), ("DNS:localhost", "localhost")])
    func `an address or name that the certificate is for is accepted`(
        name: String,
        host: String
    ) async throws {
        #expect(try await outcome(name, host: host) == nil)
    }

    @Test(arguments: [("DNS:localhost", "127.0.0.1"), ("DNS:other.example", "localhost")])
    func `another name is refused`(name: String, host: String) async throws {
        #expect(try await outcome(name, host: host) == .tls(.wrongHost))
    }

    @Test func `an unknown authority is refused`() async throws {
        let kind = try await outcome("IP:127.0.0.1", isTrusted: false)
        #expect(kind == .tls(.unknownAuthority))
    }

    @Test func `a certificate that has expired is refused`() async throws {
        #expect(try await outcome("IP:127.0.0.1", days: -1) == .tls(.expired))
    }

    @Test func `a server that speaks only an old version is refused`() async throws {
        let options = "-www -tls1_1 -cipher ALL:@SECLEVEL=0"
        let kind = try await outcome("IP:127.0.0.1", options: options)
        #expect(kind == .tls(.protocolMismatch))
    }

    @Test func `a server that does not speak TLS is a mismatch`() async throws {
        let plain = try ScriptedServer { peer in
            var bytes = [UInt8](repeating: 0, count: 1_000)
            _ = try await peer.socket.receive(into: &bytes)
            try await peer.say("HTTP/1.1 400 Bad Request\r\n\r\n")
            try await peer.waitForEnd()
        }
        let url = try #require(URI("https://127.0.0.1:\(plain.port)/"))
        let kind = await failure(of: Request(.get, url), over: EngineTransport())
        #expect(kind == .tls(.protocolMismatch))
    }

    @Test func `a certificate that is not valid yet is refused`() async throws {
        let bench = try TLSBench()
        try bench.certificateOfTheFuture("IP:127.0.0.1")
        #expect(try await bench.failure(bench.trust()) == .tls(.notYetValid))
    }

    @Test func `a certificate that signed itself is refused until it is trusted`() async throws {
        let bench = try TLSBench()
        try bench.selfSigned("IP:127.0.0.1")
        #expect(try await bench.failure(bench.trust()) == .tls(.unknownAuthority))
        var configuration = EngineConfiguration()
        configuration.tls.authorities = .only(try bench.bytes("leaf.pem"))
        #expect(try await bench.failure(configuration) == nil)
    }

    @Test(arguments: [
        ("a.test.localhost", true), ("test.localhost", false), ("a.b.test.localhost", false),
    ])
    func `a wildcard stands for one label`(host: String, isAccepted: Bool) async throws {
        let kind = try await outcome("DNS:*.test.localhost", host: host)
        #expect(kind == (isAccepted ? nil : .tls(.wrongHost)))
    }

    @Test func `the server is told which name is meant`() async throws {
        let bench = try TLSBench()
        try bench.certificate("DNS:named.localhost", file: "named")
        try bench.certificate("DNS:other.example")
        let options = "-www -servername named.localhost -cert2 named.pem -key2 named.key"
        let configuration = try bench.trust()
        let kind = try await bench.failure(
            configuration,
            host: "named.localhost",
            options: options
        )
        #expect(kind == nil)
        let other = try await bench.failure(
            configuration,
            host: "x.localhost",
            options: options
        )
        #expect(other == .tls(.wrongHost))
    }

    @Test func `the oldest version can be raised`() async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        var configuration = try bench.trust()
        configuration.tls.minimumVersion = .tls13
        let old = try await bench.failure(configuration, options: "-www -tls1_2")
        #expect(old == .tls(.protocolMismatch))
        #expect(try await bench.failure(configuration) == nil)
    }

    @Test func `a server that leaves within the handshake is told apart`() async throws {
        let server = try ScriptedServer { peer in
            var bytes = [UInt8](repeating: 0, count: 4_000)
            _ = try await peer.socket.receive(into: &bytes)
        }
        let url = try #require(URI("https://127.0.0.1:\(server.port)/"))
        let kind = await failure(of: Request(.get, url), over: EngineTransport())
        #expect(kind == .tls(.cut))
    }

    @Test func `authorities may be DER, and may be the only ones`() async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        try bench.run("x509 -in ca.pem -outform DER -out ca.der")
        try bench.authority("other")
        var configuration = EngineConfiguration()
        configuration.tls.authorities = .only(try bench.bytes("ca.der"))
        #expect(try await bench.failure(configuration) == nil)
        configuration.tls.authorities = .systemAnd(try bench.bytes("ca.der"))
        #expect(try await bench.failure(configuration) == nil)
        configuration.tls.authorities = .only(try bench.bytes("other.pem"))
        #expect(try await bench.failure(configuration) == .tls(.unknownAuthority))
    }

    @Test func `skipping verification is said of each answer`() async throws {
        let bench = try TLSBench()
        try bench.selfSigned("DNS:other.example")
        let (process, port) = try bench.serve()
        defer { bench.stop(process) }
        var configuration = EngineConfiguration()
        configuration.tls.verification = .dangerouslySkipped
        let url = try #require(URI("https://127.0.0.1:\(port)/"))
        let response = try await EngineTransport(configuration).send(Request(.get, url))
        #expect(response.timings.tlsDetails?.isVerified == false)
        #expect("\(configuration.tls.verification)" == "DANGEROUSLY WITHOUT VERIFICATION")
    }

    @Test(.enabled(if: TLSBench.nginx != nil, "nginx is absent"))
    func `what was agreed on is told, on a kept connection too`() async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let (process, port) = try await bench.serveByNginx()
        defer { bench.stop(process) }
        let transport = EngineTransport(try bench.trust())
        let url = try #require(URI("https://127.0.0.1:\(port)/"))
        let first = try await transport.send(Request(.get, url)).timings
        let second = try await transport.send(Request(.get, url)).timings
        #expect(second.reusedConnection)
        #expect(first.tlsDetails == second.tlsDetails)
        #expect(first.tlsDetails?.version == "TLSv1.3" || first.tlsDetails?.version == "TLSv1.2")
        #expect(first.tlsDetails?.cipher.isEmpty == false)
        #expect(first.tlsDetails?.isVerified == true)
    }

    @Test func `a large body arrives whole`() async throws {
        let bench = try TLSBench()
        try bench.certificate("IP:127.0.0.1")
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try Data(content).write(to: bench.folder.appendingPathComponent("large.bin"))
        let (process, port) = try bench.serve("-WWW")
        defer { bench.stop(process) }
        var configuration = EngineConfiguration()
        configuration.additionalAuthorities = try bench.authority()
        let url = try #require(URI("https://127.0.0.1:\(port)/large.bin"))
        let response = try await EngineTransport(configuration).send(Request(.get, url))
        #expect(response.status == .ok)
        #expect(response.body.bytes == content)
        #expect(response.timings.tls != nil)
    }
}
#endif
