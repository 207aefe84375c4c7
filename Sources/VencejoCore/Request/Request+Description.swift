package import VencejoHTTP

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the address, without secrets.
    public var description: String {
        "\(method) \(Redaction.tokens(in: shownURL))"
    }

    /// The address without secrets: also without those that a layer put under names of its own.
    package var shownURL: String {
        if credentialQuery.isEmpty { return Redaction.url(url.description) }
        let bare = credentialQuery.keys.reduce(url) { $0.settingQuery($1, Redaction.mark) }
        let mark = PercentEncoding.queryComponent(Redaction.mark)
        return Redaction.url(bare.description.replacing(mark, with: Redaction.mark))
    }

    /// The fields without secrets: also without those that a layer put under names of its own.
    package var shownHeaders: Headers { Redaction.headers(headers, and: credentialFields) }

    /// The same as ``description``: a debugger's log shows no secrets either.
    public var debugDescription: String { description }

    /// Method, address, fields and size of the body, without secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "description": description,
                "headers": shownHeaders.description,
                "bodyBytes": body.count ?? 0,
            ]
        )
    }
}
