extension URI {
    /// The address of something below this one, which serves as a base.
    ///
    /// One slash stands between the two paths, the queries follow one another, and the fragment is
    /// dropped. Nothing is resolved: a segment that was escaped to `%2E%2E` stays a segment.
    ///
    ///     base                  path          address
    ///     https://a.com         users         https://a.com/users
    ///     https://a.com/        /users        https://a.com/users
    ///     https://a.com/v1      users         https://a.com/v1/users
    ///     https://a.com/v1/     /users        https://a.com/v1/users
    ///     https://a.com/v1      users/        https://a.com/v1/users/
    ///     https://a.com/v1      (empty)       https://a.com/v1
    ///     https://a.com/v1/     (empty)       https://a.com/v1/
    ///     https://a.com/v1      /             https://a.com/v1/
    ///     https://a.com/v1      ?p=2          https://a.com/v1?p=2
    ///     https://a.com/v1?k=1  users         https://a.com/v1/users?k=1
    ///     https://a.com/v1?k=1  users?p=2     https://a.com/v1/users?k=1&p=2
    ///     https://a.com/v1#f    users#g       https://a.com/v1/users
    ///     https://a.com/v1      a//b          https://a.com/v1/a//b
    ///     https://a.com/v1      %2E%2E/x      https://a.com/v1/%2E%2E/x
    ///
    /// - Parameter text: A path, and after a question mark a query, both escaped already. What can
    ///   stand nowhere in an address is escaped.
    public func appending(path text: String) -> URI {
        if let plain = appending(plain: text) { return plain }
        var rest = text[...].utf8
        rest = rest.prefix { $0 != UInt8(ascii: "#") }
        let mark = rest.firstIndex(of: UInt8(ascii: "?"))
        let added = Substring(rest[..<(mark ?? rest.endIndex)])
        let addedQuery = mark.map { Substring(rest[rest.index(after: $0)...]) }
        var joined = path
        if !added.isEmpty {
            if joined.utf8.last == UInt8(ascii: "/") { joined.removeLast() }
            if added.utf8.first != UInt8(ascii: "/") { joined += "/" }
            joined += PercentEncoding.escapingIRI(added)
        }
        let queries = [query, addedQuery.map(PercentEncoding.escapingQuery)].compactMap(\.self)
        let filled = queries.filter { !$0.isEmpty }
        return with(path: joined, query: queries.isEmpty ? nil : filled.joined(separator: "&"))
    }

    /// ``appending(path:)`` for what most paths are: nothing to escape, no query, no fragment.
    private func appending(plain text: String) -> URI? {
        guard !text.isEmpty, text.everyByte(\.isPlainInPath) else { return nil }
        let isRooted = text.utf8.first == UInt8(ascii: "/")
        let endsInSlash = path.utf8.last == UInt8(ascii: "/")
        switch (endsInSlash, isRooted) {
        case (true, true):
            let joined = path == "/" ? text : String(path.dropLast()) + text
            return with(path: joined, query: query)
        case (false, false): return with(path: path + "/" + text, query: query)
        default: return with(path: path + text, query: query)
        }
    }

    /// The text of the address with its secrets hidden: for logs and messages.
    ///
    ///     URI("https://ada:pw@a.com/?key=1&page=2")?.redacted { $0 == "key" }
    ///     // https://<redacted>@a.com/?key=<redacted>&page=2
    ///
    /// - Parameter isSecret: Whether the query parameter of that name, unescaped, holds a secret.
    public func redacted(_ isSecret: (String) -> Bool = { _ in false }) -> String {
        let hidden = "<redacted>"
        let name = URI(
            scheme: scheme,
            userInfo: nil,
            host: host,
            port: port,
            path: path,
            query: nil,
            fragment: nil
        ).authority
        let pairs = query?.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }
            let isHidden =
                name.count < pair.count
                && isSecret(PercentEncoding.decoded(name, plusIsBlank: true))
            return isHidden ? name + "=" + hidden : pair
        }
        var text = scheme + "://" + (userInfo == nil ? "" : hidden + "@") + name + path
        if let pairs { text += "?" + pairs.joined(separator: "&") }
        if let fragment { text += "#" + fragment }
        return text
    }
}

extension UInt8 {
    /// Whether the byte stands for itself in a path: a letter, a digit, `-`, `.`, `/` or `_`.
    fileprivate var isPlainInPath: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
