public import VencejoHTTP

extension Layer {
    /// Writes one line for each request, answer and failure; secrets are taken out.
    public static func log(
        _ level: Log.Level = .lines,
        sink: @escaping @Sendable (String) -> Void = StandardError.write
    ) -> Layer {
        Layer(Log(level, sink: sink))
    }

    /// Puts credentials on every request to the client's own origin, and on no other.
    public static func authenticate(_ credential: Credential) -> Layer {
        Layer(Authenticate(credential))
    }

    /// Makes an error of every status but those given.
    public static func validate(_ codes: Range<Int>) -> Layer {
        Layer(Validate(codes))
    }

    /// Makes an error of every status that the closure does not accept.
    public static func validate(
        _ accepts: @escaping @Sendable (HTTPStatus) -> Bool
    ) -> Layer {
        Layer(Validate(accepts))
    }

    /// Follows redirects at this place of the pipeline, so that outer layers see only the end.
    ///
    /// Of the caller's credentials only `kept` go to other origins; see ``Redirect``.
    public static func redirect(limit: Int = 20, keeping kept: Set<HeaderName> = []) -> Layer {
        Layer(Redirect(limit: limit, keeping: kept))
    }

    /// Refuses plain `http` to other machines at this place of the pipeline.
    public static var httpsOnly: Layer {
        Layer(HTTPSOnly())
    }
}
