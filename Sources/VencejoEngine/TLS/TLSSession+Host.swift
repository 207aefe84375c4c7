#if os(Linux)
import COpenSSL
import VencejoSockets

extension TLSSession {
    /// The name or address that the certificate must be for (RFC 9110 §4.3.4).
    static func expect(_ host: String, of ssl: OpaquePointer) throws(EngineFault) {
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
}
#endif
