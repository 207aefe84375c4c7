import TestSupport
import Testing
import VencejoConcurrency
import VencejoHTTP
import VencejoMockServer

/// Content that a route takes while it comes.
@Suite(.timeLimit(.minutes(2))) struct ReceiverTests {
    private static let head = "POST /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"

    /// What a server that takes so many bytes got, and what its client did.
    private func run(
        upTo most: Int = .max,
        _ body: (RawClient) async throws -> [UInt8]
    ) async throws -> (got: [UInt8], answer: String) {
        let got = Locked<[UInt8]>([])
        let route = Route(
            .post,
            "x",
            receiving: { request in
                MockReceiver(
                    interim: [MockResponse(status: 104, headers: ["X-I": request.target])],
                    take: { bytes in
                        got.withLock { got in
                            got += bytes.prefix(most - got.count)
                            return got.count < most
                        }
                    },
                    answer: { .text("\(got.withLock { $0.count })") }
                )
            }
        )
        let server = try await MockServer(routes: [route])
        let client = try await RawClient(to: server)
        let answer = try await body(client)
        await server.stop()
        return (got.withLock { $0 }, String(decoding: answer, as: UTF8.self))
    }

    @Test func `content comes in pieces, after what is said before it`() async throws {
        let (got, answer) = try await run { client in
            try await client.send(Self.head + "Content-Length: 5\r\n\r\n")
            // The interim answer is there before any content.
            while try await !client.receive().contains(0x49) {}
            try await client.send("he")
            try await client.send("llo")
            return try await client.readToEnd()
        }
        #expect(got == Array("hello".utf8))
        #expect(answer.hasPrefix("HTTP/1.1 200 OK") && answer.hasSuffix("\r\n\r\n5"))
    }

    @Test func `a request in one piece, in chunks or without content is taken too`() async throws {
        let forms = [
            ("Content-Length: 5\r\n\r\nhello", 5),
            ("Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", 5),
            ("Content-Length: 0\r\n\r\n", 0),
        ]
        for (rest, count) in forms {
            let (got, answer) = try await run { client in
                try await client.send(Self.head + rest)
                return try await client.readToEnd()
            }
            #expect(got.count == count)
            #expect(answer.hasPrefix("HTTP/1.1 104 ") && answer.hasSuffix("\r\n\r\n\(count)"))
        }
    }

    @Test func `a client that waits to be wanted is told to go on`() async throws {
        let (got, answer) = try await run { client in
            try await client.send(
                Self.head + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
            )
            var seen = ""
            while !seen.contains("100 Continue") {
                seen += String(decoding: try await client.receive(), as: UTF8.self)
            }
            try await client.send("ok")
            return try await client.readToEnd()
        }
        #expect(got == Array("ok".utf8) && answer.hasSuffix("\r\n\r\n2"))
    }

    @Test func `a receiver that has enough resets the connection`() async throws {
        for isWhole in [false, true] {
            let (got, answer) = try await run(upTo: 3) { client in
                let head = Self.head + "Content-Length: 5\r\n\r\n"
                if isWhole {
                    try await client.send(head + "hello")
                } else {
                    try await client.send(head)
                    while try await !client.receive().contains(0x49) {}
                    try? await client.send("hello")
                }
                return try await client.readToEnd()
            }
            #expect(got == Array("hel".utf8) && !answer.contains("200"))
        }
    }
}
