import VencejoHTTP

extension URI {
    /// The address with `ws` and `wss` read as `http` and `https`, which is what they are before
    /// the protocol changes (RFC 6455 §3).
    var overHTTP: URI {
        guard scheme == "ws" || scheme == "wss" else { return self }
        return URI(
            scheme: scheme == "ws" ? "http" : "https",
            userInfo: userInfo,
            host: host,
            port: port,
            path: path,
            query: query,
            fragment: fragment
        )
    }
}
