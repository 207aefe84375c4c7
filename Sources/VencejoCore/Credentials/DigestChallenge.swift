import VencejoDigest
package import VencejoHTTP

/// What a server asks for by the scheme Digest (RFC 7616 §3.3), as far as it can be answered.
package struct DigestChallenge: Sendable, Hashable {
    /// What the answer protects.
    package enum Protection: String, Sendable, Hashable {
        case auth
        case authInt = "auth-int"
    }

    package let realm: String
    package let nonce: String
    package let opaque: String?
    /// As the server wrote it, nil where it wrote none.
    package let algorithmName: String?
    /// nil for servers from before RFC 2617.
    package let protection: Protection?
    package let hashesUser: Bool
    package let isStale: Bool
    let algorithm: HashAlgorithm
    let isSession: Bool

    /// The first challenge that can be answered; servers list them by preference (§3.7).
    package static func first(in headers: Headers, _ name: HeaderName) -> DigestChallenge? {
        AuthenticationChallenge.parse(headers.values(of: name)).lazy
            .compactMap(DigestChallenge.init).first
    }

    package init?(_ challenge: AuthenticationChallenge) {
        guard challenge.scheme == "digest", let nonce = challenge.parameters["nonce"],
            let realm = challenge.realm
        else { return nil }
        self.nonce = nonce
        self.realm = realm
        opaque = challenge.parameters["opaque"]
        algorithmName = challenge.parameters["algorithm"]
        guard let (algorithm, isSession) = Self.algorithm(algorithmName ?? "MD5"),
            Hash.hex(algorithm, of: "") != nil
        else { return nil }
        self.algorithm = algorithm
        self.isSession = isSession
        if let offered = challenge.parameters["qop"] {
            let names = offered.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
            guard
                let best = [Protection.auth, .authInt].first(where: { protection in
                    names.contains { $0 == protection.rawValue }
                })
            else { return nil }
            protection = best
        } else {
            protection = nil
        }
        hashesUser = challenge.parameters["userhash"]?.lowercased() == "true"
        isStale = challenge.parameters["stale"]?.lowercased() == "true"
    }

    private static func algorithm(_ name: String) -> (HashAlgorithm, isSession: Bool)? {
        var name = name.lowercased()
        let isSession = name.hasSuffix("-sess")
        if isSession { name.removeLast(5) }
        switch name {
        case "md5": return (.md5, isSession)
        case "sha-256": return (.sha256, isSession)
        case "sha-512-256": return (.sha512Short, isSession)
        default: return nil
        }
    }
}
