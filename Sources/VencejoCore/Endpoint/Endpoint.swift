public import VencejoHTTP

/// A call that a service offers: what to ask, and what comes back.
///
/// Only ``path`` must be given; the rest has defaults. An endpoint that knows its ``Output`` is
/// sent with `send(_:)`; one that does not leaves it to the call: `request(_:)`.
///
///     struct PostsOfUser: Endpoint {
///         typealias Output = [Post]
///         let userID: Int
///         var path: Path { "users/\(userID)/posts" }
///     }
public protocol Endpoint: Sendable {
    /// What the answer is decoded into; ``Response`` leaves it as it came.
    associatedtype Output: Sendable = Response

    /// The method; GET by default.
    var method: HTTPMethod { get }
    /// The path below the base URL.
    var path: Path { get }
    /// The query; none by default.
    var query: Query { get }
    /// The fields of this call, over those of the client; none by default.
    var headers: Headers { get }
    /// The body; none by default.
    var body: Body { get }
    /// The base URL, where it is not the client's.
    ///
    /// Another origin than the client's gets no credentials of the client, unless
    /// ``sharesCredentials`` says so.
    var baseURL: URI? { get }
    /// What reads and writes the bodies, where it is not the client's.
    var coder: (any BodyCoder)? { get }
    /// The names around the output in a JSON answer, such as `data.items`; none by default.
    var envelope: String { get }
    /// Whether the client's credentials go to ``baseURL`` too; they do not by default.
    var sharesCredentials: Bool { get }
    /// The time-outs, where they are not the client's.
    var timeouts: Timeouts? { get }
    /// The credentials that the call carries; all that the client has by default.
    var authentication: AuthenticationNeed { get }
}

extension Endpoint {
    public var method: HTTPMethod { .get }
    public var query: Query { [] }
    public var headers: Headers { [:] }
    public var body: Body { .none }
    public var baseURL: URI? { nil }
    public var coder: (any BodyCoder)? { nil }
    public var envelope: String { "" }
    public var sharesCredentials: Bool { false }
    public var timeouts: Timeouts? { nil }
    public var authentication: AuthenticationNeed { .any }
}
