/// One step of a ``Pipeline``: a middleware under a short name.
public struct Layer: Sendable {
    package let middleware: any Middleware

    /// A middleware of one's own.
    public init(_ middleware: some Middleware) {
        self.middleware = middleware
    }

    /// A middleware of one's own.
    public static func custom(_ middleware: some Middleware) -> Layer {
        Layer(middleware)
    }
}
