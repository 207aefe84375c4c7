import TestSupport
import Testing
import VencejoDeflate
import VencejoHTTP
import VencejoWire

@Suite struct `A WebSocket machine` {
    private func pair(
        limit: Int = 1 << 20,
        deflate: WebSocketDeflate? = nil
    ) throws -> (client: WebSocketMachine, server: WebSocketMachine) {
        func machine(_ role: WebSocketMachine.Role) throws -> WebSocketMachine {
            let compression = try deflate.map {
                let made = PermessageDeflate($0, isClient: role == .client)
                return try #require(made)
            }
            return WebSocketMachine(role, maximumMessageBytes: limit, compression: compression)
        }
        return (try machine(.client), try machine(.server))
    }

    private func frame(
        _ opcode: WebSocketOpcode,
        _ payload: [UInt8],
        isFinal: Bool = true
    ) -> [UInt8] {
        var header = WebSocketFrameHeader(opcode, length: payload.count)
        header.isFinal = isFinal
        return header.bytes + payload
    }

    @Test(arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
    func `gives a message of any length as it was sent`(count: Int) throws {
        var (client, server) = try pair()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let isSent = client.send(.binary(bytes))
        let received = server.receive(client.takeOutput())
        #expect(isSent && received == [.message(.binary(bytes))])
        let isAnswered = server.send(.binary(bytes))
        let answer = client.receive(server.takeOutput())
        #expect(isAnswered && answer == [.message(.binary(bytes))])
    }

    @Test func `masks what a client sends, each time otherwise`() throws {
        var (client, _) = try pair()
        _ = client.send(.text("secret text"))
        let first = client.takeOutput()
        _ = client.send(.text("secret text"))
        let second = client.takeOutput()
        #expect(first != second)
        #expect(!first.contains(Array("secret".utf8)) && first[1] & 0x80 != 0)
    }

    @Test func `answers a ping within a message, and gives the message whole`() throws {
        var (client, server) = try pair()
        let bytes =
            frame(.text, Array("ab".utf8), isFinal: false) + frame(.ping, [1, 2])
            + frame(.continuation, Array("cd".utf8))
        let events = client.receive(bytes)
        #expect(events == [.ping([1, 2]), .message(.text("abcd"))])
        let answers = server.receive(client.takeOutput())
        #expect(answers == [.pong([1, 2])])
    }

    @Test func `answers the latest ping alone where nothing leaves`() throws {
        var (client, server) = try pair()
        client.holdsPongs = true
        let pings = (0..<100).map { frame(.ping, [$0]) }.flatMap(\.self)
        #expect(client.receive(pings).count == 100)
        #expect(client.owesPong && client.takeOutput().isEmpty)
        client.payPong()
        #expect(server.receive(client.takeOutput()) == [.pong([99])])
        client.payPong()
        #expect(!client.owesPong && client.takeOutput().isEmpty)
        client.holdsPongs = false
        _ = client.receive(pings)
        #expect(server.receive(client.takeOutput()).count == 100)
    }

    @Test func `closes with the code it is told, and answers with the same`() throws {
        var (client, server) = try pair()
        client.close(4_001, "enough")
        let isLateSent = client.send(.text("late"))
        #expect(!isLateSent)
        let closing = server.receive(client.takeOutput())
        #expect(closing == [.close(code: 4_001, reason: "enough")])
        #expect(server.isOver)
        let closed = client.receive(server.takeOutput())
        #expect(closed == [.close(code: 4_001, reason: "")])
        #expect(client.isOver)
        let afterwards = client.receive(frame(.text, [65]))
        #expect(afterwards == [])
    }

    @Test func `a reason that is too long is cut between characters`() throws {
        var (client, server) = try pair()
        client.close(1_000, String(repeating: "ñ", count: 100))
        let events = server.receive(client.takeOutput())
        #expect(events == [.close(code: 1_000, reason: String(repeating: "ñ", count: 61))])
    }

    @Test(arguments: [
        // Masked by a server; reserved bits; reserved opcodes; a control frame in pieces.
        ("81823132333450", 1_002), ("910141", 1_002), ("c10141", 1_002), ("830141", 1_002),
        ("8b00", 1_002), ("090141", 1_002),
        // A control frame that is too long; a length that is not in its shortest form.
        ("897e007e", 1_002), ("817e007d", 1_002), ("827f000000000000ffff", 1_002),
        ("827fffffffffffffffff", 1_002),
        // Nothing to continue; a message within another.
        ("800141", 1_002), ("01014101", 1_002),
        // Codes that may not be sent; a code of one byte; a reason that is no text.
        ("880203ed", 1_002), ("880200ff", 1_002), ("88027fff", 1_002), ("880103", 1_002),
        ("880403e8c328", 1_007),
        // Texts that are none, at once and at the end.
        ("8102c328", 1_007), ("8101c3", 1_007), ("0103eda080", 1_007), ("8104f4908080", 1_007),
        ("8102c080", 1_007),
        // More than is allowed, known from the head alone.
        ("827f0000000000100001", 1_009),
    ])
    func `fails the connection when a rule is broken`(bytes: String, code: UInt16) throws {
        for size in [1, 100] {
            var (client, server) = try pair()
            var events: [WebSocketMachine.Event] = []
            let all = bytes.hexBytes + (bytes == "01014101" ? [1, 0x41] : [])
            for start in stride(from: 0, to: all.count, by: size) {
                events += client.receive(Array(all[start..<min(start + size, all.count)]))
            }
            guard case .failed(let fault)? = events.last, events.count == 1 else {
                Issue.record("\(events)")
                return
            }
            #expect(fault.code == code)
            #expect(client.isOver)
            guard case .close(code, _)? = server.receive(client.takeOutput()).first else {
                Issue.record("nothing was said")
                return
            }
        }
    }

    @Test func `fragments count together towards the limit`() throws {
        var (client, _) = try pair(limit: 10)
        let start = client.receive(frame(.binary, Array(repeating: 0, count: 6), isFinal: false))
        #expect(start == [])
        let events = client.receive(frame(.continuation, Array(repeating: 0, count: 5)))
        #expect(events == [.failed(WebSocketFault(1_009, "a message of more than 10 bytes"))])
    }

    /// Every way to agree, over messages that have much in common.
    @Test(arguments: [false, true], [9, 12, 15])
    func `compressed messages arrive as they were sent`(forgets: Bool, window: Int) throws {
        var deflate = WebSocketDeflate()
        deflate.serverForgets = forgets
        deflate.clientForgets = forgets
        deflate.serverWindow = window
        deflate.clientWindow = window
        var (client, server) = try pair(deflate: deflate)
        let sentence = "El vencejo duerme en vuelo y no se posa en años. "
        var sizes: [Int] = []
        for index in 0..<40 {
            let text = String(repeating: sentence, count: index * 7) + "\(index)"
            _ = server.send(.text(text))
            let bytes = server.takeOutput()
            sizes.append(bytes.count)
            let there = client.receive(bytes)
            #expect(there == [.message(.text(text))])
            _ = client.send(.text(text))
            let back = server.receive(client.takeOutput())
            #expect(back == [.message(.text(text))])
        }
        #expect(sizes[39] < 2_000)
        if !forgets { #expect(sizes[2] < sizes[1]) }
    }

    @Test func `a small message that expands beyond the limit is refused`() throws {
        let bomb = [UInt8](repeating: 0, count: 4 << 20)
        var (client, _) = try pair(deflate: WebSocketDeflate())
        var sender = WebSocketMachine(
            .server,
            maximumMessageBytes: 8 << 20,
            compression: PermessageDeflate(WebSocketDeflate(), isClient: false)
        )
        _ = sender.send(.binary(bomb))
        let bytes = sender.takeOutput()
        #expect(bytes.count < 20_000)
        let events = client.receive(bytes)
        let fault = WebSocketFault(1_009, "a message of more than 1048576 bytes")
        #expect(events == [.failed(fault)])
    }

    @Test func `bytes that do not expand fail the connection`() throws {
        var (client, _) = try pair(deflate: WebSocketDeflate())
        let events = client.receive([0xC1, 0x04, 0xFF, 0xFF, 0xFF, 0xFF])
        guard case .failed(let fault)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(fault.code == 1_007)
    }

    @Test func `bytes of any kind never do harm`() throws {
        var generator = Seeded(state: 7)
        for _ in 0..<3_000 {
            var (client, _) = try pair(deflate: WebSocketDeflate())
            for _ in 0..<4 {
                var bytes = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                    UInt8.random(in: .min ... .max, using: &generator)
                }
                bytes[0] =
                    [0x81, 0xC1, 0x01, 0x80, 0x88, 0x89, bytes[0]]
                    .randomElement(using: &generator) ?? 0
                let events = client.receive(bytes)
                let failures = events.filter { if case .failed = $0 { true } else { false } }
                #expect(failures.count <= 1 && (failures.isEmpty || client.isOver))
            }
        }
    }
}
