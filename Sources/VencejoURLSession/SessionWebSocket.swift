#if canImport(Darwin) || URLSessionOnLinux
import Foundation
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A WebSocket that the system speaks: it makes the handshake's own fields, masks and checks.
final class SessionWebSocket: MessageConnection {
    private let task: URLSessionWebSocketTask
    private let session: URLSession
    private let delegate: SocketDelegate
    private let request: Request
    let subprotocol: String?

    private init(
        _ task: URLSessionWebSocketTask,
        _ session: URLSession,
        _ delegate: SocketDelegate,
        _ request: Request,
        subprotocol: String?
    ) {
        self.task = task
        self.session = session
        self.delegate = delegate
        self.request = request
        self.subprotocol = subprotocol
    }

    deinit {
        task.cancel(with: .goingAway, reason: nil)
        session.finishTasksAndInvalidate()
    }

    /// Opens one; the answer has status 101.
    static func open(
        _ request: Request,
        _ configuration: URLSessionConfiguration
    ) async throws(NetworkError) -> Response {
        let delegate = SocketDelegate()
        let session = URLSession(
            configuration: configuration,
            delegate: delegate,
            delegateQueue: nil
        )
        let task = session.webSocketTask(with: try handshake(request))
        task.maximumMessageSize = request.maximumResponseBytes
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                delegate.begin(continuation)
                task.resume()
            }
        } onCancel: {
            delegate.finish(.failed(.cancelled, nil))
            task.cancel()
        }
        let head = task.response as? HTTPURLResponse
        switch outcome {
        case .open(let subprotocol):
            var response = Response(
                status: 101,
                headers: head.map(Headers.init) ?? Headers(),
                request: request
            )
            response.switched = .messages(
                SessionWebSocket(task, session, delegate, request, subprotocol: subprotocol)
            )
            return response
        case .failed(let kind, let error):
            session.finishTasksAndInvalidate()
            if let head, head.statusCode != 101 {
                return Response(
                    status: HTTPStatus(head.statusCode),
                    headers: Headers(head),
                    request: request
                )
            }
            throw NetworkError(kind, request: request, underlying: error)
        }
    }

    /// The request as the system wants it: its own address scheme, and none of its own fields.
    private static func handshake(_ request: Request) throws(NetworkError) -> URLRequest {
        var asked = request
        for name in ["Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions"] {
            asked.headers.remove(HeaderName(name))
        }
        var result = try URLRequest(asked)
        var parts = result.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
        parts?.scheme = request.url.isHTTPS ? "wss" : "ws"
        if let url = parts?.url { result.url = url }
        return result
    }

    var closed: WebSocketClose? {
        switch task.closeCode {
        case .invalid: return nil
        case let code:
            return WebSocketClose(
                WebSocketClose.Code(rawValue: UInt16(truncatingIfNeeded: code.rawValue)),
                reason: task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? ""
            )
        }
    }

    func receive() async throws(NetworkError) -> WebSocketMessage? {
        do {
            switch try await task.receive() {
            case .string(let text): return .text(text)
            case .data(let data): return .binary([UInt8](data))
            @unknown default:
                throw NetworkError(.unsupported("a message of another kind"), request: request)
            }
        } catch {
            if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            if closed != nil { return nil }
            throw failure(error)
        }
    }

    func send(_ message: WebSocketMessage) async throws(NetworkError) {
        do {
            switch message {
            case .text(let text): try await task.send(.string(text))
            case .binary(let bytes): try await task.send(.data(Data(bytes)))
            }
        } catch {
            throw failure(error)
        }
    }

    func ping() async throws(NetworkError) {
        let task = task
        let error = await withCheckedContinuation { continuation in
            task.sendPing { continuation.resume(returning: $0) }
        }
        if let error { throw failure(error) }
    }

    func close(_ close: WebSocketClose) {
        let code = URLSessionWebSocketTask.CloseCode(rawValue: Int(close.code.rawValue))
        task.cancel(with: code ?? .normalClosure, reason: Data(close.reason.utf8))
    }

    private func failure(_ error: any Error) -> NetworkError {
        if let error = error as? NetworkError { return error }
        let limit = request.maximumResponseBytes
        let kind = NetworkError.Kind(error, afterHead: true, limit: limit)
        return NetworkError(kind, request: request, underlying: error)
    }
}

/// Hears whether a WebSocket was opened.
private final class SocketDelegate: NSObject, URLSessionWebSocketDelegate, Sendable {
    enum Outcome: Sendable {
        case open(String?)
        case failed(NetworkError.Kind, (any Error)?)
    }

    private typealias Continuation = CheckedContinuation<Outcome, Never>

    private struct State: Sendable {
        var continuation: Continuation?
        var outcome: Outcome?
    }

    private let state = Locked(State())

    func begin(_ continuation: CheckedContinuation<Outcome, Never>) {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol name: String?
    ) {
        finish(.open(name.flatMap { $0.isEmpty ? nil : $0 }))
    }

    /// The task keeps the code and the reason.
    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didCloseWith code: URLSessionWebSocketTask.CloseCode,
        reason: Data?
    ) {}

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let kind = error.map { NetworkError.Kind($0, afterHead: false, limit: 0) }
        finish(.failed(kind ?? .noConnection(.closed), error))
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
}
#endif
