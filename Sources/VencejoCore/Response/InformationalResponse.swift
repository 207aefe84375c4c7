public import VencejoHTTP

/// What a server said before its answer: a status of 1xx and fields (RFC 9110 §15.2).
///
/// `103 Early Hints` is the one of use; `100 Continue` is listed where a server sent it.
public struct InformationalResponse: Sendable, Hashable {
    public let status: HTTPStatus
    public let headers: Headers

    public init(status: HTTPStatus, headers: Headers) {
        self.status = status
        self.headers = headers
    }
}
