import VencejoHTTP

extension Request {
    /// Makes a field of `user:password@` in the address, unless the caller has one.
    ///
    /// That part of an address is never sent as such (RFC 9110 §4.2.4).
    package mutating func authenticateByUserInfo() {
        guard let userInfo = url.userInfo, !headers.contains(.authorization) else { return }
        let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let user = PercentEncoding.decoded(parts[0])
        let password = parts.count == 2 ? PercentEncoding.decoded(parts[1]) : ""
        if let value = BasicCredentials.authorization(user: user, password: password) {
            headers.append(.authorization, value)
        }
    }
}
