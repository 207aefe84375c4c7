#if os(Linux)
import COpenSSL
import VencejoConcurrency
import VencejoCore

/// The settings that every TLS connection of an engine shares; loaded when the first one needs them.
final class TLSContext: Sendable {
    private let configuration: TLSConfiguration
    /// What is offered to speak over TLS, the best first (RFC 7301).
    private let protocols: [String]
    private let context = Locked<Handle?>(nil)
    private let sessions = SessionCache()

    /// Owns the library's context.
    ///
    /// Unchecked: OpenSSL counts references and locks by itself once the context is set up.
    private final class Handle: @unchecked Sendable {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) {
            self.pointer = pointer
        }

        deinit {
            SSL_CTX_free(pointer)
        }
    }

    init(_ configuration: TLSConfiguration, protocols: [String] = ["http/1.1"]) {
        self.configuration = configuration
        self.protocols = protocols
    }

    /// Fails where something that was chosen cannot be used.
    func check() throws(EngineFault) {
        _ = try handle()
    }

    /// A session to begin with a host; inside another one where that leads to a proxy.
    ///
    /// `protocols` are offered instead of the engine's own.
    func session(
        host: String,
        port: Int,
        protocols: [String]? = nil,
        within outer: TLSSession? = nil
    ) throws(EngineFault) -> TLSSession {
        let handle = try handle()
        guard let ssl = SSL_new(handle.pointer) else { throw .openSSL() }
        let origin = SessionCache.Origin(host: host, port: port, isWithin: outer != nil)
        let policy = TLSSession.Policy(
            host: host,
            isVerified: configuration.verification.isOn,
            pins: configuration.pins.pins(for: host),
            hasIdentity: configuration.identity != nil,
            sessions: configuration.resumesSessions ? (sessions, origin) : nil
        )
        let session = try TLSSession(ssl, policy: policy, within: outer)
        if let protocols { try Self.offer(protocols) { SSL_set_alpn_protos(ssl, $0, $1) } }
        return session
    }

    private func handle() throws(EngineFault) -> Handle {
        try context.withLock { handle throws(EngineFault) -> Handle in
            if let handle { return handle }
            let made = try make()
            handle = made
            return made
        }
    }

    private func make() throws(EngineFault) -> Handle {
        for pins in configuration.pins {
            if let fault = pins.fault { throw EngineFault(.tls(.configuration(fault))) }
        }
        guard let pointer = SSL_CTX_new(TLS_client_method()) else { throw .openSSL() }
        let handle = Handle(pointer)
        let oldest = configuration.minimumVersion >= .tls13 ? TLS1_3_VERSION : TLS1_2_VERSION
        guard vencejo_min_proto(pointer, oldest) == 1 else { throw .openSSL() }
        let mode = configuration.verification.isOn ? SSL_VERIFY_PEER : SSL_VERIFY_NONE
        SSL_CTX_set_verify(pointer, mode, nil)
        vencejo_mode(pointer)
        try Self.offer(protocols) { SSL_CTX_set_alpn_protos(pointer, $0, $1) }
        try TLSCredentials.trust(configuration.authorities, in: pointer)
        if let identity = configuration.identity {
            try TLSCredentials.use(identity, in: pointer)
        }
        TLSSession.listen(to: pointer, keepsSessions: configuration.resumesSessions)
        return handle
    }

    /// Each name with its length before it (RFC 7301 §3.1); the result is 0 for success.
    private static func offer(
        _ protocols: [String],
        _ set: (UnsafePointer<UInt8>?, UInt32) -> Int32
    ) throws(EngineFault) {
        let names = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
        guard set(names, UInt32(names.count)) == 0 else { throw .openSSL() }
    }
}
#endif
