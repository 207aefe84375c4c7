/// What the two sides of a TLS connection agreed on.
public struct TLSDetails: Sendable, Hashable {
    /// As the standards write it: `TLSv1.3`.
    public var version: String
    /// The cipher suite by its name in the TLS library.
    public var cipher: String
    /// What is spoken over it (ALPN, RFC 7301); `nil` where the server chose nothing.
    public var applicationProtocol: String?
    /// Whether an earlier connection's agreement was taken up again.
    public var isResumed: Bool
    /// Whether the certificate was verified; `false` is as good as no TLS.
    public var isVerified: Bool

    public init(
        version: String,
        cipher: String,
        applicationProtocol: String? = nil,
        isResumed: Bool = false,
        isVerified: Bool = true
    ) {
        self.version = version
        self.cipher = cipher
        self.applicationProtocol = applicationProtocol
        self.isResumed = isResumed
        self.isVerified = isVerified
    }
}
