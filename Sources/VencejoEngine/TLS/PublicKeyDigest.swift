#if os(Linux)
import COpenSSL
import VencejoCore

/// The pins of the keys that a server showed.
enum PublicKeyDigest: Sendable {
    /// Those of the chain that was verified, the server's first; without one the server's alone.
    ///
    /// What else a server sends along proves nothing: anybody can send a stranger's certificate.
    static func seen(by ssl: OpaquePointer, isVerified: Bool) -> [String] {
        if isVerified, let chain = SSL_get0_verified_chain(ssl) {
            return (0..<OPENSSL_sk_num(chain)).compactMap { index in
                OPENSSL_sk_value(chain, index).flatMap { pin(of: OpaquePointer($0)) }
            }
        }
        guard let certificate = SSL_get0_peer_certificate(ssl) else { return [] }
        return pin(of: certificate).map { [$0] } ?? []
    }

    /// SHA-256 of the `SubjectPublicKeyInfo` (RFC 7469 §2.4).
    private static func pin(of certificate: OpaquePointer) -> String? {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded)
        guard count > 0, let bytes = encoded else { return nil }
        defer { CRYPTO_free(bytes, nil, 0) }
        var digest = [UInt8](repeating: 0, count: 32)
        guard EVP_Digest(bytes, Int(count), &digest, nil, EVP_sha256(), nil) == 1 else {
            return nil
        }
        return "sha256/" + Base64.encode(digest)
    }
}
#endif
