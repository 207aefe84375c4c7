import VencejoHTTP

extension Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, the call it answers and the size of the body, without secrets.
    public var description: String { "\(status) \(request) (\(body.count) bytes)" }

    /// The same as ``description``: a debugger's log shows no secrets either.
    public var debugDescription: String { description }

    /// Status, call, fields and size of the body, without secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "description": description,
                "headers": Redaction.headers(headers).description,
            ]
        )
    }
}
