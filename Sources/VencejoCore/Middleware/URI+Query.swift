package import VencejoHTTP

extension URI {
    /// Whether this is an address that HTTP is spoken at.
    package var isHTTP: Bool { isHTTPS || scheme == "http" }

    package var isHTTPS: Bool { scheme == "https" }

    /// With a parameter at the end of the query, unless the name is there; the rest stays.
    package func addingQuery(_ name: String, _ value: String) -> URI {
        let (name, pairs) = (PercentEncoding.queryComponent(name), queryPairs)
        guard !pairs.contains(where: { Self.isNamed(name, $0) }) else { return self }
        return with(pairs: pairs + [Self.pair(name, value)])
    }

    /// With a parameter's value, in place where the parameter was; the rest stays.
    package func settingQuery(_ name: String, _ value: String) -> URI {
        let (name, pairs) = (PercentEncoding.queryComponent(name), queryPairs)
        guard let first = pairs.firstIndex(where: { Self.isNamed(name, $0) }) else {
            return with(pairs: pairs + [Self.pair(name, value)])
        }
        let after = pairs[(first + 1)...].filter { !Self.isNamed(name, $0) }
        return with(pairs: pairs[..<first] + [Self.pair(name, value)] + after)
    }

    /// The number that a parameter holds.
    package func queryNumber(_ name: String) -> Int? {
        let prefix = PercentEncoding.queryComponent(name) + "="
        return queryPairs.first { $0.hasPrefix(prefix) }.flatMap { Int($0.dropFirst(prefix.count)) }
    }

    private var queryPairs: [Substring] {
        (query ?? "").split(separator: "&")
    }

    private func with(pairs: some Sequence<Substring>) -> URI {
        with(path: path, query: pairs.joined(separator: "&")).with(fragment: fragment)
    }

    private static func isNamed(_ name: String, _ pair: Substring) -> Bool {
        pair.prefix { $0 != "=" } == name
    }

    private static func pair(_ name: String, _ value: String) -> Substring {
        "\(name)=\(PercentEncoding.queryComponent(value))"
    }
}
