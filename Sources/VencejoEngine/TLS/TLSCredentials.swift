#if os(Linux)
import COpenSSL
import VencejoCore

/// Certificates and keys from memory, handed to the library.
enum TLSCredentials: Sendable {
    /// Makes the context believe these authorities.
    static func trust(
        _ authorities: TLSConfiguration.Authorities,
        in context: OpaquePointer
    ) throws(EngineFault) {
        if authorities.includesSystem {
            guard SSL_CTX_set_default_verify_paths(context) == 1 else { throw .openSSL() }
        }
        if authorities.own.isEmpty {
            guard authorities.includesSystem else { throw fault("there are no authorities") }
            return
        }
        let certificates = try certificates(authorities.own, what: "the authorities")
        defer { free(certificates) }
        guard let store = SSL_CTX_get_cert_store(context) else { throw .openSSL() }
        // Whoever names a certificate in between trusts it, although it has not signed itself.
        X509_STORE_set_flags(store, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        for certificate in certificates { X509_STORE_add_cert(store, certificate) }
        ERR_clear_error()
    }

    /// Lets the client show who it is when a server asks.
    static func use(
        _ identity: ClientIdentity,
        in context: OpaquePointer
    ) throws(EngineFault) {
        let certificates: [OpaquePointer]
        let key: OpaquePointer
        switch identity.content {
        case .pem(let pem, let keyBytes, let password):
            certificates = try Self.certificates(pem, what: "the client's certificate")
            do throws(EngineFault) {
                key = try privateKey(keyBytes, password)
            } catch {
                free(certificates)
                throw error
            }
        case .pkcs12(let bytes, let password): (certificates, key) = try open(bytes, password)
        }
        defer {
            free(certificates)
            EVP_PKEY_free(key)
        }
        guard let first = certificates.first, SSL_CTX_use_certificate(context, first) == 1 else {
            throw fault("the client's certificate cannot be used: \(EngineFault.takeReason())")
        }
        guard SSL_CTX_use_PrivateKey(context, key) == 1,
            SSL_CTX_check_private_key(context) == 1
        else {
            throw fault("the client's key is not its certificate's: \(EngineFault.takeReason())")
        }
        for further in certificates.dropFirst() {
            guard vencejo_add_chain(context, further) == 1 else { throw .openSSL() }
        }
    }

    /// Reads PEM, one certificate after the other, or DER.
    private static func certificates(
        _ bytes: [UInt8],
        what: String
    ) throws(EngineFault) -> [OpaquePointer] {
        let found = withMemory(bytes) { memory -> [OpaquePointer] in
            guard isPEM(bytes) else { return d2i_X509_bio(memory, nil).map { [$0] } ?? [] }
            var found: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(memory, nil, nil, nil) {
                found.append(certificate)
            }
            return found
        }
        // The end of the text is an error to the library, so only the last complaint can be more.
        let isWhole = found.count == pemCount(bytes) || !isPEM(bytes)
        ERR_clear_error()
        guard !found.isEmpty, isWhole else {
            free(found)
            throw fault("\(what) cannot be read: neither PEM nor DER of a certificate")
        }
        return found
    }

    private static func privateKey(
        _ bytes: [UInt8],
        _ password: String?
    ) throws(EngineFault) -> OpaquePointer {
        let key = withMemory(bytes) { memory -> OpaquePointer? in
            guard isPEM(bytes) else { return d2i_PrivateKey_bio(memory, nil) }
            // With a text the library never asks for one at the terminal.
            var text = Array((password ?? "").utf8CString)
            defer { text.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
            return text.withUnsafeMutableBytes { password in
                PEM_read_bio_PrivateKey(memory, nil, nil, password.baseAddress)
            }
        }
        guard let key else {
            throw fault("the client's key cannot be read: \(EngineFault.takeReason())")
        }
        ERR_clear_error()
        return key
    }

    private static func open(
        _ bytes: [UInt8],
        _ password: String
    ) throws(EngineFault) -> ([OpaquePointer], OpaquePointer) {
        guard let file = withMemory(bytes, { d2i_PKCS12_bio($0, nil) }) else {
            throw fault("the client's identity is no PKCS #12: \(EngineFault.takeReason())")
        }
        defer { PKCS12_free(file) }
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        var others: OpaquePointer?
        guard PKCS12_parse(file, password, &key, &certificate, &others) == 1 else {
            throw fault("the PKCS #12 identity cannot be opened: \(EngineFault.takeReason())")
        }
        ERR_clear_error()
        var chain: [OpaquePointer] = certificate.map { [$0] } ?? []
        if let others {
            for index in 0..<OPENSSL_sk_num(others) {
                guard let pointer = OPENSSL_sk_value(others, index) else { continue }
                let further = OpaquePointer(pointer)
                X509_up_ref(further)
                chain.append(further)
            }
            vencejo_free_stack(others)
        }
        guard let key, certificate != nil else {
            free(chain)
            key.map { EVP_PKEY_free($0) }
            throw fault("the PKCS #12 identity lacks its certificate or its key")
        }
        return (chain, key)
    }
}

extension TLSCredentials {
    private static let mark = Array("-----BEGIN".utf8)

    private static func isPEM(_ bytes: [UInt8]) -> Bool { pemCount(bytes) > 0 }

    /// How many blocks begin in a text.
    private static func pemCount(_ bytes: [UInt8]) -> Int {
        var count = 0
        var index = 0
        while index + mark.count <= bytes.count {
            if bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) {
                count += 1
                index += mark.count
            } else {
                index += 1
            }
        }
        return count
    }

    /// The bytes stay where they are for as long as the library reads them.
    private static func withMemory<Result>(
        _ bytes: [UInt8],
        _ body: (OpaquePointer) -> Result?
    ) -> Result? {
        bytes.withUnsafeBytes { raw in
            guard let memory = BIO_new_mem_buf(raw.baseAddress, Int32(clamping: raw.count)) else {
                return nil
            }
            defer { BIO_free(memory) }
            return body(memory)
        }
    }

    private static func withMemory(
        _ bytes: [UInt8],
        _ body: (OpaquePointer) -> [OpaquePointer]
    ) -> [OpaquePointer] {
        withMemory(bytes) { .some(body($0)) } ?? []
    }

    private static func free(_ certificates: [OpaquePointer]) {
        for certificate in certificates { X509_free(certificate) }
    }

    private static func fault(_ text: String) -> EngineFault {
        EngineFault(.tls(.configuration(text)))
    }
}
#endif
