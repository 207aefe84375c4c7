#if os(Linux)
import COpenSSL
import VencejoCore
import VencejoSockets

/// The TLS layer of one connection: OpenSSL between two buffers in memory.
///
///     socket ──recv──► incoming ──SSL_read──► plain bytes
///     plain bytes ──SSL_write──► outgoing ──send──► socket
///
/// To a host behind a TLS proxy it lies within the proxy's own layer, which is then its socket.
///
/// Unchecked: only the call that has the connection uses it.
final class TLSSession: @unchecked Sendable {
    /// What one side asks of the other.
    struct Policy: Sendable {
        /// The name or address that the certificate must be for.
        var host: String
        var isVerified: Bool
        var pins: PublicKeyPins?
        var hasIdentity: Bool
        /// Where to find and leave what was agreed on, and under which name.
        var sessions: (cache: SessionCache, origin: SessionCache.Origin)?
    }

    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private let policy: Policy
    private let outer: TLSSession?
    private let buffer: UnsafeMutableRawBufferPointer
    /// Encrypted bytes that the system has not taken yet.
    private var pending: [UInt8] = []
    private var pendingStart = 0
    private var isAgreed = false
    private var hasFailed = false
    private var isSocketAtEnd = false
    private var wasAskedForCertificate = false
    /// Tickets that came before it was known whether the server is the right one.
    private var early: [SessionCache.Ticket] = []
    /// What was agreed on; `nil` before.
    private(set) var details: TLSDetails?

    /// Takes over `ssl`.
    init(
        _ ssl: OpaquePointer,
        policy: Policy,
        within outer: TLSSession? = nil
    ) throws(EngineFault) {
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
        self.policy = policy
        self.outer = outer
        buffer = .allocate(byteCount: 17_408, alignment: 16)
        vencejo_set_owner(ssl, Unmanaged.passUnretained(self).toOpaque())
        try Self.expect(policy.host, of: ssl)
        if let (cache, origin) = policy.sessions, let ticket = cache.take(origin) {
            SSL_set_session(ssl, ticket.pointer)
        }
    }

    deinit {
        SSL_free(ssl)
        buffer.deallocate()
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
        var stretch = Stretch()
        while true {
            ERR_clear_error()
            let code = details == nil ? SSL_do_handshake(ssl) : 1
            let step = code == 1 ? .done : TLSVerdict.step(Int(SSL_get_error(ssl, code)))
            if step != .done, step != .read {
                let failure = failure(step)
                // The server is told why, if it listens.
                _ = try? flush(to: socket)
                throw failure
            }
            if code == 1, details == nil { try settle() }
            let isFlushed = try flush(to: socket)
            if code == 1 {
                isAgreed = isFlushed
                return isFlushed
            }
            if stretch.isOver() {
                socket.wake()
                return false
            }
            guard try fill(from: socket) else { return false }
            if isSocketAtEnd {
                hasFailed = true
                throw EngineFault(.tls(.cut))
            }
        }
    }

    /// The handshake is over: looks at the keys before the first byte of a request is sent.
    private func settle() throws(EngineFault) {
        let isResumed = SSL_session_reused(ssl) == 1
        // What is taken up again was looked at when it was kept.
        if let pins = policy.pins, !isResumed {
            let seen = PublicKeyDigest.seen(by: ssl, isVerified: policy.isVerified)
            guard pins.accepts(seen) else {
                hasFailed = true
                throw EngineFault(.tls(.pinMismatch(host: policy.host, seen: seen)))
            }
        }
        details = TLSDetails(
            version: String(cString: SSL_get_version(ssl)),
            cipher: SSL_CIPHER_get_name(SSL_get_current_cipher(ssl)).map { String(cString: $0) }
                ?? "",
            applicationProtocol: negotiatedProtocol,
            isResumed: isResumed,
            isVerified: policy.isVerified
        )
        for ticket in early { keep(ticket) }
        early = []
    }

    private func failure(_ step: TLSVerdict.Step) -> EngineFault {
        hasFailed = true
        if case .impossible(let text) = step { return EngineFault(.tls(.handshake(text))) }
        let client = TLSVerdict.ClientCertificate(
            wasAsked: wasAskedForCertificate,
            isThere: policy.hasIdentity
        )
        return .handshake(ssl, isVerified: policy.isVerified, client: client)
    }

    /// Moves encrypted bytes from the socket; false when none are there yet.
    private func fill(from socket: Socket) throws(EngineFault) -> Bool {
        if isSocketAtEnd { return true }
        if let outer {
            switch try outer.read(into: buffer, from: socket) {
            case .wouldBlock: return false
            case .end: isSocketAtEnd = true
            case .bytes(let count): BIO_write(incoming, buffer.baseAddress, Int32(count))
            }
            return true
        }
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
            guard let count = try send(to: socket) else { return false }
            pendingStart += count
        }
        pending.removeAll(keepingCapacity: pending.count <= 65_536)
        pendingStart = 0
        return try outer?.flush(to: socket) ?? true
    }

    private func send(to socket: Socket) throws(EngineFault) -> Int? {
        let outer = outer
        return try pending.withUnsafeBytes { bytes in
            Result { () throws(EngineFault) -> Int? in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[pendingStart...])
                if let outer { return try outer.write(rest, to: socket) }
                do throws(SocketError) {
                    guard case .bytes(let count) = try socket.trySend(rest) else { return nil }
                    return count
                } catch {
                    throw EngineFault(error, phase: .response)
                }
            }
        }.get()
    }

    func read(
        into target: UnsafeMutableRawBufferPointer,
        from socket: Socket
    ) throws(EngineFault) -> Connection.Received {
        guard !target.isEmpty else { return .bytes(0) }
        var stretch = Stretch()
        while true {
            ERR_clear_error()
            let count = SSL_read(ssl, target.baseAddress, Int32(clamping: target.count))
            if count > 0 { return .bytes(Int(count)) }
            let step = TLSVerdict.step(Int(SSL_get_error(ssl, count)))
            switch step {
            case .read:
                if BIO_ctrl_pending(outgoing) > 0 { _ = try flush(to: socket) }
                if isSocketAtEnd { return .end(isClean: false) }
                // Records without content, such as tickets, may come without end.
                if stretch.isOver() {
                    socket.wake()
                    return .wouldBlock
                }
                guard try fill(from: socket) else { return .wouldBlock }
            case .end: return .end(isClean: true)
            default: throw failure(step)
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
        guard count > 0 else { throw failure(TLSVerdict.step(Int(SSL_get_error(ssl, count)))) }
        if bytes.count == Int(count) || BIO_ctrl_pending(outgoing) > 65_536 {
            _ = try flush(to: socket)
        }
        return Int(count)
    }

    /// Sends the close_notify that belongs before the end, if it is in order and finds room.
    func sayFarewell(to socket: Socket) {
        guard isAgreed, !hasFailed, pendingStart == pending.count else { return }
        hasFailed = true
        ERR_clear_error()
        SSL_shutdown(ssl)
        _ = try? flush(to: socket)
        outer?.sayFarewell(to: socket)
    }
}

extension TLSSession {
    /// Hears of what the library tells while it works: tickets, and the wish for a certificate.
    static func listen(to context: OpaquePointer, keepsSessions: Bool) {
        SSL_CTX_set_cert_cb(
            context,
            { ssl, _ in
                TLSSession.owner(of: ssl)?.wasAskedForCertificate = true
                return 1
            },
            nil
        )
        guard keepsSessions else { return }
        vencejo_session_cache(context)
        SSL_CTX_sess_set_new_cb(context) { ssl, session in
            guard let session, let owner = TLSSession.owner(of: ssl) else { return 0 }
            owner.noteTicket(SessionCache.Ticket(session))
            return 1
        }
    }

    /// The session outlives the library's object, which it frees at its own end.
    private static func owner(of ssl: OpaquePointer?) -> TLSSession? {
        guard let ssl, let pointer = vencejo_owner(ssl) else { return nil }
        return Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
    }

    private func noteTicket(_ ticket: SessionCache.Ticket) {
        if details == nil { early.append(ticket) } else { keep(ticket) }
    }

    private func keep(_ ticket: SessionCache.Ticket) {
        guard let (cache, origin) = policy.sessions else { return }
        cache.keep(ticket, for: origin)
    }
}
#endif
