/// One step of a ``Pipeline``: a middleware under a short name.
public struct Layer: Sendable {
    package let middleware: any Middleware
    /// Whether it stands inside the redirects and sees each hop of a call.
    package let isPerHop: Bool
    /// What it does besides to each hop, inside every layer that is not for hops.
    let hop: (any Middleware)?

    /// A middleware of one's own.
    ///
    /// With `perHop` it is asked for each request that redirects lead to, inside every layer that
    /// is not; without it, it sees a call once, with the answer at the end.
    public init(_ middleware: some Middleware, perHop: Bool = false) {
        self.middleware = middleware
        isPerHop = perHop
        hop = nil
    }

    /// A middleware in two parts: one for the call, one for each hop.
    init(_ middleware: some Middleware, hop: some Middleware) {
        self.middleware = middleware
        isPerHop = false
        self.hop = hop
    }

    /// A middleware of one's own.
    public static func custom(_ middleware: some Middleware) -> Layer {
        Layer(middleware)
    }
}
