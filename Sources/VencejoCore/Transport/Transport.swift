/// What sends a request and brings the answer: the one place of a call that does I/O.
///
/// Write a transport to talk over something new; write a ``Middleware`` to change what is sent or
/// what comes back. A transport sends exactly what it is given: redirects, credentials and status
/// codes are not its business.
public protocol Transport: Sendable {
    /// Sends one request and waits for its whole answer.
    ///
    /// Cancelling the task ends the call at once with ``NetworkError/Kind-swift.enum/cancelled``.
    func send(_ request: Request) async throws(NetworkError) -> Response

    /// Closes idle connections and lets go of what the transport holds.
    func close() async
}

extension Transport {
    public func close() async {}
}
