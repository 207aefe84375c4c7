extension Response {
    /// The body as text.
    ///
    /// A byte order mark decides, then the `charset` of the content type (UTF-8, UTF-16, UTF-32,
    /// ISO-8859-1, windows-1252, US-ASCII), then UTF-8. What is no text becomes U+FFFD.
    public func text() -> String {
        (Charset(contentTypeOf: headers) ?? .utf8).text(of: body.bytes)
    }

    /// The body's bytes.
    public var bytes: [UInt8] { body.bytes }
}
