#if canImport(Darwin) || URLSessionOnLinux
public import VencejoCore

extension URLSessionTransport {
    /// A transport with choices about TLS; one that it cannot honour is an error here.
    ///
    /// The system's session takes none of them yet: trust and identities are the keychain's.
    public init(tls: TLSConfiguration) throws(NetworkError) {
        guard tls.choices.isEmpty else {
            let text = tls.choices.joined(separator: ", ")
            throw NetworkError(.unsupported("URLSession takes no choice about \(text)"))
        }
        self.init()
    }
}
#endif
