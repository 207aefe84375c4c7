extension Cookie {
    /// The cookie that a `Set-Cookie` line of an answer asks to keep (RFC 6265 §5.3).
    ///
    /// `nil` where it must be ignored: no cookie, one for a foreign domain or for a whole public
    /// suffix, or one whose name promises what it does not keep (`__Host-`, `__Secure-`).
    init?(_ line: String, from url: URI, now: Int, suffixes: PublicSuffixes) {
        guard let said = SetCookie(line) else { return nil }
        self.init(said.name, said.value, domain: url.host, path: said.path ?? url.cookiePath)
        if let text = said.domain {
            guard let domain = HostName.normalized(text[...]) else { return nil }
            let isSuffix = suffixes.contains(domain)
            guard Self.domain(domain, holds: url.host), !isSuffix || domain == url.host else {
                return nil
            }
            // On a public suffix itself the cookie is for that host alone (RFC 6265 §5.3, 5).
            isHostOnly = isSuffix
            self.domain = domain
        }
        isSecure = said.isSecure
        isHTTPOnly = said.isHTTPOnly
        sameSite = said.sameSite
        if let age = said.maxAge {
            expires = age > 0 ? now + age : .min
        } else {
            expires = said.expires
        }
        guard isSendable, keepsPromise(of: said, from: url) else { return nil }
    }

    /// Whether the name's prefix holds (RFC 6265bis §4.1.3).
    private func keepsPromise(of said: SetCookie, from url: URI) -> Bool {
        let name = name.utf8.map(\.asciiLowercased)
        if name.starts(with: "__host-".utf8) {
            return isSecure && url.keepsSecrets && said.domain == nil && said.path == "/"
        }
        return !name.starts(with: "__secure-".utf8) || isSecure && url.keepsSecrets
    }
}
