#if canImport(Darwin) || URLSessionOnLinux
import Dispatch
import Foundation
public import VencejoCore
import VencejoHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport of Apple platforms: one session, and nothing of what the session decides itself.
///
/// Redirects, cookies, caching and credentials are the business of the shared pipeline, so they
/// are switched off here.
public struct URLSessionTransport: Transport {
    private let owner: SessionOwner

    public init() {
        owner = SessionOwner()
    }

    public func send(_ request: Request) async throws(NetworkError) -> Response {
        if case .upgrade(let name) = request.delivery {
            guard name == "websocket" else {
                throw NetworkError(.unsupported("Upgrade to \(name)"), request: request)
            }
            return try await SessionWebSocket.open(request, owner.session.configuration)
        }
        let urlRequest = try URLRequest(request)
        let file = try await UploadFile(of: request)
        defer { file?.remove() }
        let task: URLSessionDataTask =
            if let file {
                owner.session.uploadTask(with: urlRequest, fromFile: file.url)
            } else {
                owner.session.dataTask(with: urlRequest)
            }
        let delegate = owner.delegate
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Registered before it starts, so that no callback and no cancellation is lost.
                delegate.register(task.taskIdentifier, request, continuation)
                if Task.isCancelled {
                    delegate.fail(task.taskIdentifier, .cancelled)
                    task.cancel()
                    return
                }
                Self.limit(task, to: request.timeouts.total, delegate)
                task.resume()
            }
        } onCancel: {
            delegate.fail(task.taskIdentifier, .cancelled)
            task.cancel()
        }
        return try result.get()
    }

    public func close() async {
        await withCheckedContinuation { continuation in
            owner.session.flush { continuation.resume() }
        }
    }

    private static func limit(
        _ task: URLSessionDataTask,
        to time: Duration?,
        _ delegate: SessionDelegate
    ) {
        guard let time else { return }
        let deadline = DispatchTime.now() + time.timeInterval
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak task] in
            guard let task else { return }
            delegate.fail(task.taskIdentifier, .timedOut(.total))
            task.cancel()
        }
    }
}

/// Lets go of the session with the last copy of the transport; a session keeps its delegate alive.
private final class SessionOwner: Sendable {
    let session: URLSession
    let delegate = SessionDelegate()

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }
}
#endif
