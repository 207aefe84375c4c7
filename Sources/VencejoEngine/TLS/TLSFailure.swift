#if os(Linux)
import COpenSSL
import VencejoCore

/// What the TLS library itself complained about, in its words.
struct TLSComplaint: Error, CustomStringConvertible, Sendable {
    let description: String
}

extension EngineFault {
    /// What the library last complained about.
    static func openSSL() -> EngineFault {
        EngineFault(.tls(.handshake(takeReason())))
    }

    /// The library's words for its last complaint, which is then forgotten.
    static func takeReason() -> String {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        return reason(code)
    }

    /// Why the two sides did not agree: the certificate's fault, the version's, or another.
    static func handshake(
        _ ssl: OpaquePointer,
        isVerified: Bool,
        client: TLSVerdict.ClientCertificate
    ) -> EngineFault {
        let code = ERR_peek_error()
        defer { ERR_clear_error() }
        let text = reason(code)
        let verdict = isVerified ? SSL_get_verify_result(ssl) : Int(X509_V_OK)
        let failure: NetworkError.TLSFailure =
            if let certificate = TLSVerdict.certificate(verdict) {
                certificate
            } else if ERR_GET_LIB(code) == ERR_LIB_SSL {
                TLSVerdict.reason(Int(ERR_GET_REASON(code)), client, text: text)
            } else {
                .handshake(text)
            }
        let words =
            verdict == Int(X509_V_OK) ? text : TLSVerdict.certificateText(verdict)
        return EngineFault(.tls(failure), underlying: TLSComplaint(description: words))
    }

    private static func reason(_ code: UInt) -> String {
        guard code != 0, let text = ERR_reason_error_string(code) else {
            return "the TLS library gave no reason"
        }
        return String(cString: text)
    }
}
#endif
