#if canImport(Darwin) || URLSessionOnLinux
import Foundation
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What comes back from the session, gathered for each task until it ends.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    typealias Continuation = CheckedContinuation<Result<Response, NetworkError>, Never>

    private struct Call: Sendable {
        let request: Request
        let continuation: Continuation
        var head: Response?
        var body: [UInt8] = []
        var metrics = CallMetrics()
        /// Where the body goes once the answer has been handed over.
        var stream: SessionStream?
    }

    private let calls = Locked<[Int: Call]>([:])

    func register(_ task: Int, _ request: Request, _ continuation: Continuation) {
        calls.withLock { $0[task] = Call(request: request, continuation: continuation) }
    }

    /// Ends a call early; what the session says later is not heard.
    func fail(_ task: Int, _ kind: NetworkError.Kind, underlying: (any Error)? = nil) {
        guard let call = calls.withLock({ $0.removeValue(forKey: task) }) else { return }
        let error = NetworkError(
            kind,
            request: call.request,
            response: call.head,
            underlying: underlying
        )
        if let stream = call.stream {
            stream.finish(.failure(error))
        } else {
            call.continuation.resume(returning: .failure(error))
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let streamed: (Continuation, Response)? = calls.withLock { calls in
            guard let http = response as? HTTPURLResponse, var call = calls[dataTask.taskIdentifier]
            else { return nil }
            call.head = Response(
                status: HTTPStatus(http.statusCode),
                headers: Headers(http),
                request: call.request
            )
            // A second head replaces the first: 1xx answers come before the final one.
            call.body = []
            defer { calls[dataTask.taskIdentifier] = call }
            guard call.request.delivery == .stream, call.stream == nil,
                var head = call.head, !head.status.isInformational
            else { return nil }
            let stream = SessionStream(dataTask, request: call.request)
            call.stream = stream
            head.body = ResponseBody(BodyStream(stream))
            return (call.continuation, head)
        }
        if let (continuation, head) = streamed { continuation.resume(returning: .success(head)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let task = dataTask.taskIdentifier
        if let stream = calls.withLock({ $0[task]?.stream }) { return stream.push(data) }
        let exceeded = calls.withLock { calls -> Int? in
            guard let limit = calls[task]?.request.maximumResponseBytes else { return nil }
            let count = (calls[task]?.body.count ?? 0) + data.count
            guard count <= limit else { return limit }
            calls[task]?.body.append(contentsOf: data)
            return nil
        }
        if let exceeded {
            fail(task, .bodyTooLarge(limit: exceeded))
            dataTask.cancel()
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        let measured = CallMetrics(metrics)
        calls.withLock { $0[task.taskIdentifier]?.metrics = measured }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        if let error {
            let isCut = calls.withLock { $0[task.taskIdentifier]?.head != nil }
            let limit = calls.withLock { $0[task.taskIdentifier]?.request.maximumResponseBytes }
            let kind = NetworkError.Kind(error, afterHead: isCut, limit: limit ?? 0)
            fail(task.taskIdentifier, kind, underlying: error)
            return
        }
        guard let call = calls.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
            return
        }
        if let stream = call.stream {
            stream.finish(.success(()))
        } else {
            call.continuation.resume(returning: Self.answer(of: call))
        }
    }

    private static func answer(of call: Call) -> Result<Response, NetworkError> {
        guard var response = call.head else {
            let kind = NetworkError.Kind.invalidResponse("The answer is not HTTP")
            return .failure(NetworkError(kind, request: call.request))
        }
        response.body = ResponseBody(call.body)
        response.timings = call.metrics.timings
        response.version = call.metrics.version ?? response.version
        return .success(response)
    }
}
#endif
