/// A step around every call: it may change the request, answer itself, send again, or fail.
public protocol Middleware: Sendable {
    /// The rest of the pipeline.
    typealias Next = @Sendable (Request) async throws(NetworkError) -> Response

    func intercept(
        _ request: Request,
        next: @escaping Next
    ) async throws(NetworkError) -> Response
}
