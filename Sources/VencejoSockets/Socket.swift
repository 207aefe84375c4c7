import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A stream socket that never blocks a thread.
///
/// One task reads and one writes at a time; both may be the same. Only the owner closes it, so no
/// descriptor is used after it was given back to the system.
package final class Socket: Sendable {
    package let descriptor: Int32
    /// Where it is waited for something to read.
    package let reader: Waiter
    private let writer: Waiter
    private let poller: Poller
    private let pair: Poller.Pair
    private let isClosed = Atomic(false)

    /// Takes over a descriptor that does not block.
    ///
    /// With `sharesWaiter` one task does all, and each of its waits ends for either direction.
    init(
        _ descriptor: Int32,
        poller: Poller,
        sharesWaiter: Bool = false
    ) throws(SocketError) {
        self.descriptor = descriptor
        self.poller = poller
        reader = Waiter(poller: poller)
        writer = sharesWaiter ? reader : Waiter(poller: poller)
        pair = Poller.Pair(reader: reader, writer: writer)
        do throws(SocketError) {
            try poller.add(descriptor, pair)
        } catch {
            systemClose(descriptor)
            throw error
        }
    }

    deinit { close() }

    /// Gives the descriptor back and wakes whoever waits; further calls do nothing.
    package func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        poller.remove(descriptor, pair)
        systemClose(descriptor)
        reader.close()
        writer.close()
    }

    /// Wakes whoever waits, for good, and leaves the closing to them.
    package func interrupt() {
        reader.close()
        writer.close()
    }

    package func waitReadable(until deadline: Nanoseconds?) async throws(SocketError) {
        try Self.check(await reader.wait(until: deadline))
    }

    package func waitWritable(until deadline: Nanoseconds?) async throws(SocketError) {
        try Self.check(await writer.wait(until: deadline))
    }

    /// Fails where a wait did not end because something has come.
    package static func check(_ wake: Wake) throws(SocketError) {
        switch wake {
        case .ready: return
        case .timedOut: throw SocketError(.timedOut)
        case .cancelled: throw SocketError(.cancelled)
        case .closed: throw SocketError(.closed)
        }
    }

    /// What a try to move bytes gave; `wouldBlock` asks for a wait.
    package enum Moved: Sendable, Hashable {
        case bytes(Int)
        case wouldBlock
    }

    /// Receives what is there; 0 bytes is the end of the stream.
    package func tryReceive(
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws(SocketError) -> Moved {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return .bytes(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            default: throw SocketError.last("recv")
            }
        }
    }

    /// Sends as much as the system takes.
    package func trySend(_ buffer: UnsafeRawBufferPointer) throws(SocketError) -> Moved {
        while true {
            let count = systemSend(descriptor, buffer)
            if count >= 0 { return .bytes(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            default: throw SocketError.last("send")
            }
        }
    }

    /// Receives into the array's bytes from `start` on, waiting for the first; 0 is the end.
    package func receive(
        into bytes: inout [UInt8],
        from start: Int = 0,
        until deadline: Nanoseconds? = nil
    ) async throws(SocketError) -> Int {
        while true {
            let moved = try bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(SocketError) in
                    try tryReceive(UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
                }
            }.get()
            if case .bytes(let count) = moved { return count }
            try await waitReadable(until: deadline)
        }
    }

    /// Sends all of the bytes.
    package func send(
        _ bytes: [UInt8],
        until deadline: Nanoseconds? = nil
    ) async throws(SocketError) {
        var sent = 0
        while sent < bytes.count {
            let moved = try bytes.withUnsafeBytes { buffer in
                Result { () throws(SocketError) in
                    try trySend(UnsafeRawBufferPointer(rebasing: buffer[sent...]))
                }
            }.get()
            if case .bytes(let count) = moved {
                sent += count
            } else {
                try await waitWritable(until: deadline)
            }
        }
    }

    /// This side's address; `nil` where the system does not tell.
    package var localAddress: SocketAddress? { address { getsockname(descriptor, $0, $1) } }

    /// The other side's address; `nil` where the system does not tell.
    package var remoteAddress: SocketAddress? { address { getpeername(descriptor, $0, $1) } }

    private func address(
        _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard ask($0, &size) == 0 else { return nil }
                return SocketAddress($0, length: size)
            }
        }
    }

    /// Whether the other side has closed, or sent something that nobody asked for.
    package var hasPendingInput: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, peek)
        return count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)
    }

    /// Wakes the task that waits to read, or the next one that does, as if something had come.
    package func wake() { reader.signal() }

    /// Whether the poller saw anything since the last wait; asking forgets it.
    package func takeSignal() -> Bool { reader.takeSignal() }

    /// Says that nothing more will be sent.
    package func finishSending() {
        endSending(descriptor)
    }
}
