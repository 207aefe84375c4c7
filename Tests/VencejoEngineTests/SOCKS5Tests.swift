#if os(Linux)
import Testing
import VencejoCore
import VencejoEngine

struct `SOCKS 5` {
    private static let user = Proxy.Credentials(user: "me", password: "pw")

    @Test func `the talk goes as the standards say, one byte at a time too`() throws {
        var machine = try SOCKS5(to: "a.example", port: 443, credentials: Self.user)
        #expect(machine.greeting == [5, 2, 0, 2])
        #expect(try machine.receive([5]) == .more)
        #expect(try machine.receive([2]) == .send([1, 2, 109, 101, 2, 112, 119]))
        #expect(try machine.receive([1]) == .more)
        let request: [UInt8] = [5, 1, 0, 3, 9] + Array("a.example".utf8) + [1, 187]
        #expect(try machine.receive([0]) == .send(request))
        for byte: UInt8 in [5, 0, 0, 1, 0, 0, 0, 0, 0] {
            #expect(try machine.receive([byte]) == .more)
        }
        #expect(try machine.receive([0]) == .done)
    }

    @Test(
        arguments: [
            ("1.2.3.4", [1, 1, 2, 3, 4]), ("::1", [4] + [UInt8](repeating: 0, count: 15) + [1]),
        ] as [(String, [UInt8])]
    )
    func `an address is sent as its bytes`(host: String, expected: [UInt8]) throws {
        var machine = try SOCKS5(to: host, port: 80, credentials: nil)
        #expect(try machine.receive([5, 0]) == .send([5, 1, 0] + expected + [0, 80]))
    }

    @Test(
        arguments: [
            [4, 0], [5, 1], [5, 3], [5, 0, 4, 0, 0, 1], [5, 0, 5, 0, 0, 9, 0],
            [5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 99], [5, 2, 2, 0],
        ] as [[UInt8]]
    )
    func `what is not of the protocol is refused`(answers: [UInt8]) throws {
        var machine = try SOCKS5(to: "a", port: 80, credentials: Self.user)
        #expect(throws: SOCKSFault.self) {
            _ = try machine.receive(Array(answers.prefix(2)))
            _ = try machine.receive(Array(answers.dropFirst(2)))
        }
    }

    @Test func `names that do not fit are refused before anything is sent`() {
        let long = String(repeating: "x", count: 256)
        #expect(throws: SOCKSFault.self) { try SOCKS5(to: long, port: 80, credentials: nil) }
        let empty = Proxy.Credentials(user: "", password: "x")
        #expect(throws: SOCKSFault.self) { try SOCKS5(to: "a", port: 80, credentials: empty) }
    }
}
#endif
