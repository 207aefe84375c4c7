#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoMockServer
import VencejoSockets

private func literal(_ host: String, _ port: Int = 1) throws -> SocketAddress {
    try #require(SocketAddress(literal: host, port: port))
}

/// What a race decides, without sockets and without time.
struct `A race for a connection` {
    private let refused = SocketError(.refused)

    private func race(_ hosts: String...) throws -> (ConnectionRace, [SocketAddress]) {
        let addresses = try hosts.map { try literal($0) }
        return (ConnectionRace(addresses), addresses)
    }

    @Test(
        arguments: [
            (["::1", "::2", "10.0.0.1"], ["::1", "10.0.0.1", "::2"]),
            (["10.0.0.1", "10.0.0.2", "::1"], ["10.0.0.1", "::1", "10.0.0.2"]),
            (
                ["::1", "10.0.0.1", "10.0.0.2", "10.0.0.3"],
                ["::1", "10.0.0.1", "10.0.0.2", "10.0.0.3"]
            ),
            (["10.0.0.1", "10.0.0.2"], ["10.0.0.1", "10.0.0.2"]), (["::1"], ["::1"]), ([], []),
        ] as [([String], [String])]
    )
    func `families take turns, beginning with the first`(
        given: [String],
        tried: [String]
    ) throws {
        let ordered = ConnectionRace.interleaved(try given.map { try literal($0) })
        #expect(ordered == (try tried.map { try literal($0) }))
    }

    @Test func `the next is tried when the first has been alone long enough`() throws {
        var (race, all) = try race("::1", "10.0.0.1", "::2")
        #expect(race.begin() == .start(all[0], number: 1, mayWait: true))
        #expect(race.receive(.delayOver(1)) == .start(all[1], number: 2, mayWait: true))
        #expect(race.receive(.delayOver(2)) == .start(all[2], number: 3, mayWait: false))
        #expect(race.receive(.failed(refused)) == .wait)
        #expect(race.receive(.connected) == .won)
    }

    @Test func `the next is tried at once when one fails, and its own delay counts`() throws {
        var (race, all) = try race("::1", "10.0.0.1", "::2")
        _ = race.begin()
        #expect(race.receive(.failed(refused)) == .start(all[1], number: 2, mayWait: true))
        // The first one's delay is over now, but the first is gone.
        #expect(race.receive(.delayOver(1)) == .wait)
        #expect(race.receive(.delayOver(2)) == .start(all[2], number: 3, mayWait: false))
    }

    @Test func `the first failure is told when all have failed`() throws {
        var (race, _) = try race("::1", "10.0.0.1")
        _ = race.begin()
        _ = race.receive(.failed(refused))
        #expect(race.receive(.failed(SocketError(.unreachable))) == .lost(refused))
        var none = ConnectionRace([])
        #expect(none.begin() == .lost(SocketError(.nameNotFound)))
    }

    @Test(arguments: [SocketError.Kind.cancelled, .timedOut])
    func `when the time is over, or nobody waits, no other is tried`(
        kind: SocketError.Kind
    ) throws {
        var (race, _) = try race("::1", "10.0.0.1", "::2")
        _ = race.begin()
        _ = race.receive(.delayOver(1))
        #expect(race.receive(.failed(SocketError(kind))) == .wait)
        #expect(race.receive(.delayOver(2)) == .wait)
        #expect(race.receive(.failed(SocketError(.cancelled))) == .lost(SocketError(.cancelled)))
    }
}

/// Real sockets: what hangs and what refuses, on this machine.
struct `Happy Eyeballs` {
    /// A port that answers nobody, or that nobody listens on, as long as this is held.
    private final class Port: Sendable {
        private let descriptors: [Int32]
        let address: SocketAddress

        /// Refuses: it is taken, and nobody listens.
        static func refusing() throws -> Port { try Port(isListening: false) }

        /// Hangs: the line of those who want in is full, and nobody lets them in.
        static func hanging() throws -> Port { try Port(isListening: true) }

        private init(isListening: Bool) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let number = unsafe withUnsafeMutablePointer(to: &place) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                    guard unsafe bind(listener, place, size) == 0 else { return 0 }
                    unsafe getsockname(listener, place, &size)
                    return unsafe Int(pointer.pointee.sin_port.bigEndian)
                }
            }
            var open = [listener]
            if isListening {
                listen(listener, 0)
                // One waits in line; those that come now are left unanswered.
                for _ in 0..<8 {
                    let guest = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                    _ = fcntl(guest, F_SETFL, O_NONBLOCK)
                    unsafe withUnsafePointer(to: &place) { pointer in
                        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                            _ = unsafe connect(guest, $0, size)
                        }
                    }
                    open.append(guest)
                }
            }
            descriptors = open
            try #require(number != 0)
            address = try literal("127.0.0.1", number)
        }

        deinit {
            for descriptor in descriptors { close(descriptor) }
        }
    }

    /// Where a race over these addresses and that of a listener leads; true for the listener.
    private func finds(_ port: Port, delay: Duration) async throws -> Bool {
        let poller = try Poller()
        defer { poller.stop() }
        let listener = try Listener(try literal("127.0.0.1", 0), poller: poller)
        defer { listener.close() }
        // The system itself gives up only after minutes.
        let late = MonotonicClock.deadline(after: .seconds(60), from: MonotonicClock.now())
        let eyeballs = HappyEyeballs(poller: poller, deadline: late, delay: delay)
        let socket = try await eyeballs.connect([port.address, listener.address])
        defer { socket.close() }
        return socket.remoteAddress == listener.address
    }

    @Test func `an address that refuses is passed over without a wait`() async throws {
        // Waiting for the delay would take an hour.
        #expect(try await finds(try Port.refusing(), delay: .seconds(3_600)))
    }

    @Test func `an address that does not answer holds up nobody`() async throws {
        let port = try Port.hanging()
        #expect(try await finds(port, delay: .milliseconds(1)))
        withExtendedLifetime(port) {}
    }

    @Test func `when none answers, the time-out of connecting ends them all`() async throws {
        let port = try Port.hanging()
        let poller = try Poller()
        defer { poller.stop() }
        let soon = MonotonicClock.deadline(after: .milliseconds(20), from: MonotonicClock.now())
        let eyeballs = HappyEyeballs(poller: poller, deadline: soon, delay: .milliseconds(1))
        let error = await #expect(throws: SocketError.self) {
            try await eyeballs.connect([port.address, port.address])
        }
        #expect(error?.kind == .timedOut)
        withExtendedLifetime(port) {}
    }

    @Test func `localhost is found by its second address`() async throws {
        var options = MockServer.Options()
        options.host = "::1"
        guard let server = try? await MockServer(options: options, handler: { _ in .text("six") })
        else { return }  // this machine has no IPv6
        let transport = EngineTransport()
        let url = try #require(URI("http://localhost:\(server.port)/"))
        #expect(try await transport.send(Request(.get, url)).text == "six")
        await transport.close()
        await server.stop()
    }
}
#endif
