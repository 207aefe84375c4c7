#if os(Linux)
import COpenSSL
import VencejoCore
import VencejoSockets

/// The TLS layer of one connection: OpenSSL between two buffers in memory.
///
///     socket ──recv──► incoming ──SSL_read──► plain bytes
///     plain bytes ──SSL_write──► outgoing ──send──► socket
///
/// Unchecked: only the call that has the connection uses it.
final class TLSSession: @unchecked Sendable {
    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private let buffer: UnsafeMutableRawBufferPointer
    /// Encrypted bytes that the system has not taken yet.
    private var pending: [UInt8] = []
    private var pendingStart = 0
    private var isAgreed = false
    private var hasFailed = false
    private var isSocketAtEnd = false

    /// Takes over `ssl`.
    init(_ ssl: OpaquePointer, host: String) throws(EngineFault) {
        guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            throw .openSSL()
        }
        vencejo_mem_retry(incoming)
        SSL_set_bio(ssl, incoming, outgoing)
        SSL_set_connect_state(ssl)
        self.ssl = ssl
        self.incoming = incoming
        self.outgoing = outgoing
        buffer = .allocate(byteCount: 17_408, alignment: 16)
        try expect(host)
    }

    deinit {
        SSL_free(ssl)
        buffer.deallocate()
    }

    /// The name or address that the certificate must be for (RFC 9110 §4.3.4).
    private func expect(_ host: String) throws(EngineFault) {
        if SocketAddress(literal: host, port: 0) != nil {
            guard X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1 else {
                throw .openSSL()
            }
        } else {
            var name = host
            if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
            SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            guard SSL_set1_host(ssl, name) == 1, vencejo_set_sni(ssl, name) == 1 else {
                throw .openSSL()
            }
        }
    }

    /// What both sides agreed to speak (RFC 7301); `nil` where the server chose nothing.
    var negotiatedProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &count)
        guard let name, count > 0 else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: name, count: Int(count)),
            as: UTF8.self
        )
    }

    /// Takes the handshake a step further; true once both sides agree.
    func shakeHands(over socket: Socket) throws(EngineFault) -> Bool {
        while true {
            ERR_clear_error()
            let code = SSL_do_handshake(ssl)
            let error = code == 1 ? SSL_ERROR_NONE : SSL_get_error(ssl, code)
            if error != SSL_ERROR_NONE, error != SSL_ERROR_WANT_READ {
                hasFailed = true
                let failure = EngineFault.handshake(ssl)
                // The server is told why, if it listens.
                _ = try? flush(to: socket)
                throw failure
            }
            let isFlushed = try flush(to: socket)
            if code == 1 {
                isAgreed = isFlushed
                return isFlushed
            }
            guard try fill(from: socket) else { return false }
            if isSocketAtEnd {
                hasFailed = true
                throw EngineFault(.tls(.handshake("the server closed the connection")))
            }
        }
    }

    /// Moves encrypted bytes from the socket; false when none are there yet.
    private func fill(from socket: Socket) throws(EngineFault) -> Bool {
        if isSocketAtEnd { return true }
        do {
            switch try socket.tryReceive(buffer) {
            case .wouldBlock: return false
            case .bytes(0): isSocketAtEnd = true
            case .bytes(let count): BIO_write(incoming, buffer.baseAddress, Int32(count))
            }
            return true
        } catch {
            hasFailed = true
            throw EngineFault(error, phase: .tls)
        }
    }

    /// Sends what is encrypted; false when the system does not take it all now.
    func flush(to socket: Socket) throws(EngineFault) -> Bool {
        let waiting = BIO_ctrl_pending(outgoing)
        if waiting > 0 {
            let start = pending.count
            pending.append(contentsOf: repeatElement(0, count: waiting))
            pending.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                _ = BIO_read(outgoing, base + start, Int32(clamping: waiting))
            }
        }
        while pendingStart < pending.count {
            let result = pending.withUnsafeBytes { bytes in
                Result { () throws(SocketError) in
                    try socket.trySend(UnsafeRawBufferPointer(rebasing: bytes[pendingStart...]))
                }
            }
            switch result {
            case .success(.bytes(let count)): pendingStart += count
            case .success(.wouldBlock): return false
            case .failure(let error): throw EngineFault(error, phase: .response)
            }
        }
        pending.removeAll(keepingCapacity: pending.count <= 65_536)
        pendingStart = 0
        return true
    }

    func read(
        into target: UnsafeMutableRawBufferPointer,
        from socket: Socket
    ) throws(EngineFault) -> Connection.Received {
        guard !target.isEmpty else { return .bytes(0) }
        while true {
            ERR_clear_error()
            let count = SSL_read(ssl, target.baseAddress, Int32(clamping: target.count))
            if count > 0 { return .bytes(Int(count)) }
            switch SSL_get_error(ssl, count) {
            case SSL_ERROR_WANT_READ:
                if BIO_ctrl_pending(outgoing) > 0 { _ = try flush(to: socket) }
                if isSocketAtEnd { return .end(isClean: false) }
                guard try fill(from: socket) else { return .wouldBlock }
            case SSL_ERROR_ZERO_RETURN: return .end(isClean: true)
            default:
                hasFailed = true
                throw EngineFault.handshake(ssl)
            }
        }
    }

    /// Encrypts and sends; `nil` when what was encrypted before is still waiting.
    func write(
        _ bytes: UnsafeRawBufferPointer,
        to socket: Socket
    ) throws(EngineFault) -> Int? {
        guard try flush(to: socket) else { return nil }
        ERR_clear_error()
        let count = SSL_write(ssl, bytes.baseAddress, Int32(clamping: min(bytes.count, 16_384)))
        guard count > 0 else {
            hasFailed = true
            throw EngineFault.handshake(ssl)
        }
        if bytes.count == Int(count) || BIO_ctrl_pending(outgoing) > 65_536 {
            _ = try flush(to: socket)
        }
        return Int(count)
    }

    /// The close_notify to send before the connection is closed, if it is in order.
    func farewell() -> [UInt8]? {
        guard isAgreed, !hasFailed, pendingStart == pending.count else { return nil }
        hasFailed = true
        ERR_clear_error()
        SSL_shutdown(ssl)
        let waiting = BIO_ctrl_pending(outgoing)
        guard waiting > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: waiting)
        _ = bytes.withUnsafeMutableBytes { BIO_read(outgoing, $0.baseAddress, Int32(waiting)) }
        return bytes
    }
}
#endif
