#if os(Linux)
import COpenSSL
import VencejoCore

extension EngineFault {
    /// What the library last complained about.
    static func openSSL() -> EngineFault {
        let code = ERR_peek_error()
        ERR_clear_error()
        return EngineFault(.tls(.handshake(reason(code))))
    }

    /// Why the two sides did not agree: the certificate's fault, the version's, or another.
    static func handshake(_ ssl: OpaquePointer) -> EngineFault {
        let code = ERR_peek_error()
        defer { ERR_clear_error() }
        let verdict = SSL_get_verify_result(ssl)
        if verdict != Int(X509_V_OK) { return EngineFault(.tls(certificate(verdict))) }
        switch Int32(ERR_GET_REASON(code)) {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_VERSION_NUMBER, SSL_R_WRONG_SSL_VERSION,
            SSL_R_TLSV1_ALERT_PROTOCOL_VERSION, SSL_R_NO_PROTOCOLS_AVAILABLE,
            SSL_R_VERSION_TOO_LOW, SSL_R_UNKNOWN_PROTOCOL:
            return EngineFault(.tls(.protocolMismatch))
        default: return EngineFault(.tls(.handshake(reason(code))))
        }
    }

    private static func certificate(_ verdict: Int) -> NetworkError.TLSFailure {
        switch Int32(verdict) {
        case X509_V_ERR_CERT_HAS_EXPIRED: .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .wrongHost
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED,
            X509_V_ERR_INVALID_CA:
            .unknownAuthority
        default:
            .handshake(String(cString: X509_verify_cert_error_string(verdict)))
        }
    }

    private static func reason(_ code: UInt) -> String {
        guard code != 0, let text = ERR_reason_error_string(code) else {
            return "the TLS library gave no reason"
        }
        return String(cString: text)
    }
}
#endif
