#if os(Linux)
import COpenSSL
package import VencejoCore

/// What each thing that the TLS library can say means for a call: tables, and nothing else.
package enum TLSVerdict: Sendable {
    /// Whether the client was asked who it is, and could say so.
    package struct ClientCertificate: Sendable, Hashable {
        package var wasAsked: Bool
        package var isThere: Bool

        package init(wasAsked: Bool, isThere: Bool) {
            self.wasAsked = wasAsked
            self.isThere = isThere
        }
    }

    /// What the verification of a chain says, by the library's number; `nil` for a good one.
    package static func certificate(_ code: Int) -> NetworkError.TLSFailure? {
        switch Int32(truncatingIfNeeded: code) {
        case X509_V_OK: nil
        case X509_V_ERR_CERT_HAS_EXPIRED: .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .wrongHost
        case X509_V_ERR_CERT_REVOKED: .revoked
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED,
            X509_V_ERR_CERT_REJECTED, X509_V_ERR_INVALID_CA:
            .unknownAuthority
        default: .certificate(certificateText(code))
        }
    }

    /// The library's own words for the number.
    package static func certificateText(_ code: Int) -> String {
        String(cString: X509_verify_cert_error_string(code))
    }

    /// What an alert of the other side says, by its number (RFC 8446 §6, RFC 5246 §7.2).
    package static func alert(
        _ number: Int,
        _ client: ClientCertificate,
        text: String
    ) -> NetworkError.TLSFailure {
        switch number {
        // insufficient_security, inappropriate_fallback and no_application_protocol are, as
        // protocol_version is, the lack of something that both know.
        case 70, 71, 86, 120: .protocolMismatch
        // no_certificate of SSL 3, certificate_required
        case 41, 116: .clientCertificateRequired
        // bad, unsupported, revoked, expired, unknown certificate; unknown_ca; access_denied
        case 42...46, 48...49:
            if !client.wasAsked {
                .handshake(text)
            } else if client.isThere {
                .clientCertificateRefused(text)
            } else {
                .clientCertificateRequired
            }
        // Before TLS 1.3 handshake_failure also says that the certificate is missing.
        case 40 where client.wasAsked && !client.isThere: .clientCertificateRequired
        default: .handshake(text)
        }
    }

    /// What a complaint of the library's TLS part says, by its number.
    package static func reason(
        _ reason: Int,
        _ client: ClientCertificate,
        text: String
    ) -> NetworkError.TLSFailure {
        if reason > Int(SSL_AD_REASON_OFFSET) {
            return alert(reason - Int(SSL_AD_REASON_OFFSET), client, text: text)
        }
        switch Int32(truncatingIfNeeded: reason) {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_VERSION_NUMBER, SSL_R_WRONG_SSL_VERSION,
            SSL_R_NO_PROTOCOLS_AVAILABLE, SSL_R_VERSION_TOO_LOW, SSL_R_VERSION_TOO_HIGH,
            SSL_R_UNKNOWN_PROTOCOL, SSL_R_UNKNOWN_SSL_VERSION, SSL_R_HTTP_REQUEST,
            SSL_R_BAD_PROTOCOL_VERSION_NUMBER, SSL_R_WRONG_CIPHER_RETURNED:
            return .protocolMismatch
        case SSL_R_UNEXPECTED_EOF_WHILE_READING: return .cut
        default: return .handshake(text)
        }
    }

    /// What to do after a step of the library.
    package enum Step: Sendable, Hashable {
        case done
        case read
        case write
        /// The other side said goodbye (close_notify).
        case end
        case fail
        /// It waits for something that is never given here.
        case impossible(String)
    }

    /// What `SSL_get_error` says, by its number.
    package static func step(_ code: Int) -> Step {
        switch Int32(truncatingIfNeeded: code) {
        case SSL_ERROR_NONE: .done
        case SSL_ERROR_WANT_READ: .read
        case SSL_ERROR_WANT_WRITE: .write
        case SSL_ERROR_ZERO_RETURN: .end
        // With buffers in memory there is no system call that could fail.
        case SSL_ERROR_SSL, SSL_ERROR_SYSCALL: .fail
        case SSL_ERROR_WANT_X509_LOOKUP: .impossible("the TLS library waits for a certificate")
        case SSL_ERROR_WANT_CONNECT, SSL_ERROR_WANT_ACCEPT:
            .impossible("the TLS library waits for a connection")
        case SSL_ERROR_WANT_ASYNC, SSL_ERROR_WANT_ASYNC_JOB:
            .impossible("the TLS library waits for an engine of its own")
        case SSL_ERROR_WANT_CLIENT_HELLO_CB, SSL_ERROR_WANT_RETRY_VERIFY:
            .impossible("the TLS library waits for a decision")
        default: .impossible("the TLS library gave the unknown result \(code)")
        }
    }
}
#endif
