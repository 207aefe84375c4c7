import VencejoHTTP

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the address, without secrets.
    public var description: String {
        "\(method) \(Redaction.tokens(in: Redaction.url(url.description)))"
    }

    /// The same as ``description``: a debugger's log shows no secrets either.
    public var debugDescription: String { description }

    /// Method, address, fields and size of the body, without secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "description": description,
                "headers": Redaction.headers(headers).description,
                "bodyBytes": body.count ?? 0,
            ]
        )
    }
}
