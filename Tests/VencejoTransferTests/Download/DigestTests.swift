import Testing
import Vencejo
import VencejoDigest
import VencejoHTTP
import VencejoMockServer

@Suite struct DownloadDigestTests {
    private static let file = MockFile.patterned(count: 100_000)
    private static let digest = Hash.digest(.sha256, of: file.contents) ?? []
    private static let long = Hash.digest(.sha512, of: file.contents) ?? []
    private static let wrong = [UInt8](repeating: 7, count: 32)

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: StructuredBase64.encode(bytes), as: UTF8.self)
    }

    private static func promising(_ headers: Headers) -> MockFile {
        var file = file
        file.headers = headers
        return file
    }

    @Test func `the digest that the caller gives is checked`() async throws {
        try await DownloadGround.run(Self.file) { ground in
            let right = Hash.hex(Self.digest).uppercased()
            let options = DownloadOptions.with { $0.sha256 = right }
            let path = ground.folder.file("a")
            let got = try await ground.api.download("a", to: path, options: options)
            #expect(got.verified == ["sha-256"])
            let wrong = DownloadOptions.with { $0.sha256 = Hash.hex(Self.wrong) }
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: ground.folder.file("b"), options: wrong)
            }
            let (expected, found) = (Hash.hex(Self.wrong), Hash.hex(Self.digest))
            #expect(error?.kind == .digestMismatch(expected: expected, found: found))
            #expect(error?.description.contains(found) == true)
            #expect(ground.folder.names == ["a"])
        }
    }

    @Test(
        arguments: [
            "", "abc", String(repeating: "g", count: 64), String(repeating: "é", count: 32),
        ]
    )
    func `what is no digest is refused before anything is sent`(text: String) async throws {
        try await DownloadGround.run(Self.file) { ground in
            let options = DownloadOptions.with { $0.sha256 = text }
            await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: ground.folder.file("a"), options: options)
            }
            #expect(ground.server.requests.isEmpty)
        }
    }

    @Test(arguments: [1, 3])
    func `what the server promises is checked`(connections: Int) async throws {
        let options = DownloadOptions.with {
            $0.connections = connections
            $0.leastBytesPerConnection = 10_000
        }
        let (short, long) = (Self.base64(Self.digest), Self.base64(Self.long))
        let fields: [(Headers, [String])] = [
            (["Repr-Digest": "sha-256=:\(short):"], ["sha-256"]),
            (["Repr-Digest": "sha-512=:\(long):, sha-256=:\(short):"], ["sha-256", "sha-512"]),
            (["Digest": "SHA-256=\(short)"], ["sha-256"]),
            (["Repr-Digest": "md5=:AQID:"], []),
        ]
        for (headers, verified) in fields {
            try await DownloadGround.run(Self.promising(headers)) { ground in
                let path = ground.folder.file("a")
                let got = try await ground.api.download("a", to: path, options: options)
                #expect(got.verified == verified)
            }
        }
        let wrong: Headers = ["Repr-Digest": "sha-256=:\(Self.base64(Self.wrong)):"]
        try await DownloadGround.run(Self.promising(wrong)) { ground in
            let error = await #expect(throws: NetworkError.self) {
                try await ground.api.download("a", to: ground.folder.file("a"), options: options)
            }
            guard case .digestMismatch = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(ground.folder.names.isEmpty)
        }
    }

    @Test func `a digest after the body counts too`() async throws {
        for (digest, isRight) in [(Self.digest, true), (Self.wrong, false)] {
            let answer = MockResponse.bytes(Self.file.contents).chunked(of: 10_000)
                .trailer("Repr-Digest", "sha-256=:\(Self.base64(digest)):")
            try await DownloadGround.run { _ in
                answer
            } _: { ground in
                let path = ground.folder.file("a")
                let result = await Result.of { try await ground.api.download("a", to: path) }
                #expect((try? result.get())?.verified == (isRight ? ["sha-256"] : nil))
            }
        }
    }

    @Test func `the digest of each message is checked by itself`() async throws {
        for isRight in [true, false] {
            let file = Self.file.cut(at: [40_000])
            try await DownloadGround.run { request in
                var response = file.response(to: request)
                guard request.headers.contains(.range) else { return response }
                let rest = isRight ? Array(file.contents[40_000...]) : []
                let digest = Hash.digest(.sha256, of: rest) ?? []
                response.headers[.contentDigest] = "sha-256=:\(Self.base64(digest)):"
                return response
            } _: { ground in
                let path = ground.folder.file("a")
                let result = await Result.of { try await ground.api.download("a", to: path) }
                #expect((try? result.get())?.count == (isRight ? 100_000 : nil))
                #expect(ground.folder.names == (isRight ? ["a"] : []))
            }
        }
    }
}

extension Result where Failure == any Error {
    /// What came of some work.
    static func of(_ body: () async throws -> Success) async -> Self {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
