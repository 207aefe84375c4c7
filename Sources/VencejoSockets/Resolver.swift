import VencejoConcurrency

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Looks names up on threads of its own, so that no task's thread waits for a name server.
package final class Resolver: Sendable {
    private struct Inside: Sendable {
        var queue: [Lookup] = []
        var threads = 0
    }

    private struct Lookup: Sendable {
        let host: String
        let port: Int
        let result: Result
    }

    /// What a look-up found, and who waits for it.
    private final class Result: Sendable {
        let found = Locked<Swift.Result<[SocketAddress], SocketError>?>(nil)
        let waiter: Waiter

        init(_ waiter: Waiter) {
            self.waiter = waiter
        }
    }

    private let inside = Locked(Inside())
    private let poller: Poller
    private let maximumThreads = 8

    package init(poller: Poller) {
        self.poller = poller
    }

    /// The addresses of a host, in the system's order; literals and `localhost` need no look-up.
    package func addresses(
        of host: String,
        port: Int,
        until deadline: Nanoseconds?
    ) async throws(SocketError) -> [SocketAddress] {
        if let literal = SocketAddress(literal: host, port: port) { return [literal] }
        // RFC 6761 §6.3: these names always mean this machine.
        if host == "localhost" || host.hasSuffix(".localhost") {
            return ["127.0.0.1", "::1"].compactMap { SocketAddress(literal: $0, port: port) }
        }
        let result = Result(Waiter(poller: poller))
        try enqueue(Lookup(host: host, port: port, result: result))
        switch await result.waiter.wait(until: deadline) {
        case .ready: break
        case .timedOut: throw SocketError(.timedOut)
        case .cancelled: throw SocketError(.cancelled)
        case .closed: throw SocketError(.closed)
        }
        guard let found = result.found.withLock({ $0 }) else { throw SocketError(.nameNotFound) }
        return try found.get()
    }

    private func enqueue(_ lookup: Lookup) throws(SocketError) {
        let needsThread = inside.withLock { inside in
            inside.queue.append(lookup)
            guard inside.threads < maximumThreads else { return false }
            inside.threads += 1
            return true
        }
        guard needsThread else { return }
        do throws(SocketError) {
            try ThreadBody { self.work() }.start()
        } catch {
            inside.withLock { $0.threads -= 1 }
            throw error
        }
    }

    private func work() {
        while true {
            let next: Lookup? = inside.withLock { inside in
                guard !inside.queue.isEmpty else {
                    inside.threads -= 1
                    return nil
                }
                return inside.queue.removeFirst()
            }
            guard let next else { return }
            let found = Self.lookUp(next.host, next.port)
            next.result.found.withLock { $0 = found }
            next.result.waiter.signal()
        }
    }

    private static func lookUp(
        _ host: String,
        _ port: Int
    ) -> Swift.Result<[SocketAddress], SocketError> {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = streamKind
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else {
            let text = gai_strerror(code).map { String(cString: $0) } ?? "code \(code)"
            return .failure(SocketError(.nameNotFound, "\(host): \(text)"))
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next {
            if let address = entry.pointee.ai_addr {
                addresses.append(SocketAddress(address, length: entry.pointee.ai_addrlen))
            }
            next = entry.pointee.ai_next
        }
        return .success(addresses)
    }
}
