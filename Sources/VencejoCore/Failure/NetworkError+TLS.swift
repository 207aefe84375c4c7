extension NetworkError {
    static func text(_ failure: TLSFailure) -> String {
        switch failure {
        case .expired: "the certificate has expired"
        case .notYetValid: "the certificate is not valid yet"
        case .wrongHost: "the certificate is for another host"
        case .unknownAuthority: "the certificate's authority is unknown"
        case .revoked: "the certificate was revoked"
        case .certificate(let text): "the certificate is no good: \(text)"
        case .pinMismatch(let host, let seen):
            "no key of \(host) is pinned; seen: \(seen.joined(separator: ", "))"
        case .protocolMismatch: "no common protocol"
        case .cut: "the server closed the connection within the handshake"
        case .clientCertificateRequired: "the server asks for a client certificate"
        case .clientCertificateRefused(let text):
            "the server does not take the client's certificate: \(text)"
        case .configuration(let text): text
        case .handshake(let text): text
        }
    }
}
