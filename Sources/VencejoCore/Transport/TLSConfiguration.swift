/// What a client asks of TLS: whom it trusts, who it is, how old a version may be.
///
///     var tls = TLSConfiguration()
///     tls.authorities = .systemAnd(companyAuthority)
///     tls.pins = [PublicKeyPins("api.example.com", current: "sha256/…", next: "sha256/…")]
///     tls.minimumVersion = .tls13
///
/// What a transport cannot honour is an error when it is made with `init(checking:)`, and of every
/// call otherwise; it is never passed over.
public struct TLSConfiguration: Sendable, Hashable {
    /// Whom the client believes; the system's authorities by default.
    public var authorities = Authorities.system
    /// The public keys that hosts must have, beside a good certificate; none by default.
    public var pins: [PublicKeyPins] = []
    /// The certificate that the client shows when a server asks for one; none by default.
    public var identity: ClientIdentity?
    /// The oldest version that is spoken; TLS 1.2 by default.
    public var minimumVersion = Version.tls12
    /// Whether certificates are verified; fully by default.
    public var verification = Verification.full
    /// Whether a later connection takes up what an earlier one agreed on; `true` by default.
    public var resumesSessions = true

    public init() {}
}

extension TLSConfiguration {
    /// Whom a client believes: certificates in PEM (one or many) or DER (one), in memory.
    public struct Authorities: Sendable, Hashable {
        package let includesSystem: Bool
        package let own: [UInt8]

        /// The system's authorities.
        public static let system = Authorities(includesSystem: true, own: [])

        /// The system's authorities and these.
        public static func systemAnd(_ certificates: [UInt8]) -> Authorities {
            Authorities(includesSystem: true, own: certificates)
        }

        /// Only these: whom the system believes counts for nothing.
        public static func only(_ certificates: [UInt8]) -> Authorities {
            Authorities(includesSystem: false, own: certificates)
        }
    }

    /// A version of TLS; those before 1.2 are not spoken (RFC 8996).
    public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
        private let minor: Int

        public static let tls12 = Version(minor: 2)
        public static let tls13 = Version(minor: 3)

        public var description: String { "TLS 1.\(minor)" }

        public static func < (left: Version, right: Version) -> Bool { left.minor < right.minor }
    }

    /// Whether certificates are verified.
    public struct Verification: Sendable, Hashable, CustomStringConvertible {
        package let isOn: Bool

        /// The chain, the dates and the name are verified.
        public static let full = Verification(isOn: true)

        /// Nothing is verified: anybody in between can read and change everything.
        ///
        /// For a test against a server of one's own; a private authority in
        /// ``TLSConfiguration/authorities`` is hardly more work and keeps the protection. Each
        /// answer is labelled (``TLSDetails/isVerified``), and so is its line in the log. Pins are
        /// checked all the same, against the server's own key.
        public static let dangerouslySkipped = Verification(isOn: false)

        public var description: String { isOn ? "full" : "DANGEROUSLY WITHOUT VERIFICATION" }
    }
}
