#if os(Linux)
import COpenSSL
import VencejoConcurrency
import VencejoCore

/// The settings that every TLS connection of an engine shares; loaded when the first one needs them.
final class TLSContext: Sendable {
    private let authorities: [UInt8]
    /// What is offered to speak over TLS, the best first (RFC 7301).
    private let protocols: [String]
    private let context = Locked<Handle?>(nil)

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

    init(authorities: [UInt8], protocols: [String] = ["http/1.1"]) {
        self.authorities = authorities
        self.protocols = protocols
    }

    func session(host: String) throws(EngineFault) -> TLSSession {
        let handle = try context.withLock { handle throws(EngineFault) -> Handle in
            if let handle { return handle }
            let made = try make()
            handle = made
            return made
        }
        guard let ssl = SSL_new(handle.pointer) else { throw .openSSL() }
        return try TLSSession(ssl, host: host)
    }

    private func make() throws(EngineFault) -> Handle {
        guard let pointer = SSL_CTX_new(TLS_client_method()) else { throw .openSSL() }
        let handle = Handle(pointer)
        guard vencejo_min_proto(pointer, TLS1_2_VERSION) == 1,
            SSL_CTX_set_default_verify_paths(pointer) == 1
        else { throw .openSSL() }
        SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
        vencejo_mode(pointer)
        // RFC 7301 §3.1: each name with its length before it. The result is 0 for success.
        let names = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
        guard SSL_CTX_set_alpn_protos(pointer, names, UInt32(names.count)) == 0 else {
            throw .openSSL()
        }
        try trust(authorities, in: pointer)
        return handle
    }

    private func trust(_ pem: [UInt8], in context: OpaquePointer) throws(EngineFault) {
        guard !pem.isEmpty else { return }
        let text = pem.withUnsafeBytes { BIO_new_mem_buf($0.baseAddress, Int32($0.count)) }
        // The bytes stay where they are: the array is this object's own and never changes.
        guard let text, let store = SSL_CTX_get_cert_store(context) else { throw .openSSL() }
        defer { BIO_free(text) }
        var count = 0
        while let certificate = PEM_read_bio_X509(text, nil, nil, nil) {
            X509_STORE_add_cert(store, certificate)
            X509_free(certificate)
            count += 1
        }
        ERR_clear_error()
        guard count > 0 else {
            throw EngineFault(.tls(.handshake("the additional authorities are not PEM")))
        }
    }
}
#endif
