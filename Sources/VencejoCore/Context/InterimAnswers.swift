package import VencejoHTTP

extension CallContext {
    /// Hears each answer of 1xx when it comes, with the address that it came from; nobody by
    /// default.
    ///
    /// It is called on the call's own task, while the body of the request may still be on its way.
    /// Not every transport can tell: what it could not is in ``Response/informational`` at the end.
    package var onInterim: (@Sendable (InformationalResponse, URI) -> Void)? {
        get { self[InterimKey.self] }
        set { self[InterimKey.self] = newValue }
    }
}

private enum InterimKey: CallContextKey {
    static let defaultValue: (@Sendable (InformationalResponse, URI) -> Void)? = nil
}
