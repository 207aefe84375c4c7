#if os(Linux)
import VencejoCore
import VencejoSockets

/// One open connection, with TLS or without.
///
/// Unchecked: one call has it at a time; it changes hands only under the pool's lock.
final class Connection: @unchecked Sendable {
    /// What a try to read gave.
    enum Received: Sendable {
        case bytes(Int)
        case wouldBlock
        /// The end of the stream; over TLS it is clean only after a close_notify.
        case end(isClean: Bool)
    }

    let socket: Socket
    private let tls: TLSSession?
    /// Where answers arrive before they are parsed.
    let buffer: UnsafeMutableRawBufferPointer
    /// Until when the pool keeps it.
    var expires: Nanoseconds = 0
    /// What the exchange at hand has moved, as it was before TLS.
    var bytesSent = 0
    var bytesReceived = 0
    /// Its two ends, written down once: each answer tells them.
    let localAddress: String?
    let remoteAddress: String?

    static let bufferSize = 16_384

    init(_ socket: Socket, tls: TLSSession? = nil) {
        self.socket = socket
        self.tls = tls
        buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
        localAddress = socket.localAddress?.description
        remoteAddress = socket.remoteAddress?.description
    }

    deinit {
        close()
        buffer.deallocate()
    }

    func close() {
        tls?.sayFarewell(to: socket)
        socket.close()
    }

    /// What TLS agreed to speak (RFC 7301); `nil` without TLS or without an agreement.
    var negotiatedProtocol: String? { tls?.negotiatedProtocol }

    /// What TLS agreed on; `nil` without TLS.
    var tlsDetails: TLSDetails? { tls?.details }

    /// Reads what is there.
    func read(
        into target: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> Received {
        let received = try readSome(into: target)
        if case .bytes(let count) = received { bytesReceived += count }
        return received
    }

    private func readSome(
        into target: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> Received {
        if let tls { return try tls.read(into: target, from: socket) }
        do {
            switch try socket.tryReceive(target) {
            case .bytes(0): return .end(isClean: true)
            case .bytes(let count): return .bytes(count)
            case .wouldBlock: return .wouldBlock
            }
        } catch {
            throw EngineFault(error, phase: .idle)
        }
    }

    /// Writes what the system takes; `nil` when it takes nothing now.
    func write(_ bytes: UnsafeRawBufferPointer) throws(EngineFault) -> Int? {
        let count = try writeSome(bytes)
        bytesSent += count ?? 0
        return count
    }

    private func writeSome(_ bytes: UnsafeRawBufferPointer) throws(EngineFault) -> Int? {
        if let tls { return try tls.write(bytes, to: socket) }
        do {
            guard case .bytes(let count) = try socket.trySend(bytes) else { return nil }
            return count
        } catch {
            throw EngineFault(error, phase: .response)
        }
    }

    /// Sends what TLS still holds back; false when the system takes nothing now.
    func flush() throws(EngineFault) -> Bool {
        guard let tls else { return true }
        return try tls.flush(to: socket)
    }

    /// Whether the connection is silent and open, so that a request may be sent on it.
    ///
    /// It is always read: bytes that nobody asked for would be taken for the next answer, and the
    /// edge that told of them may have been used up by the exchange before.
    func isFit() -> Bool {
        _ = socket.takeSignal()
        guard let result = try? read(into: buffer), case .wouldBlock = result else { return false }
        return true
    }
}
#endif
