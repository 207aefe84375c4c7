import VencejoConcurrency
public import VencejoCore

/// What follows a run.
private enum Step: Sendable {
    case end, rest, again
}

/// A download or an upload under way, which can be watched, paused and taken up again.
///
///     let download = api.beginDownload("big.zip", to: "downloads/")
///     Task { for await progress in download.progress { show(progress) } }
///     await download.pause()      // the connection is closed, what can be kept is
///     download.resume()           // … and is gone on with
///     let file = try await download.file
///
/// It goes on whether or not somebody holds it; ``cancel()`` ends it. What cannot be gone on with,
/// such as a usual upload, begins anew after a pause.
public final class Transfer<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, NetworkError>
    typealias Run = @Sendable () async -> Outcome

    private enum Phase: Sendable {
        case running(Task<Void, Never>?)
        case pausing(Task<Void, Never>?, thenResume: Bool)
        case paused
        case ended(Outcome)
    }

    private struct State: Sendable {
        var phase = Phase.running(nil)
        var isCancelled = false
        var pauses: [CheckedContinuation<Void, Never>] = []
        var waiting: [CheckedContinuation<Outcome, Never>] = []
    }

    private let meter: TransferMeter
    private let run: Run
    private let state = Locked(State())

    init(meter: TransferMeter, run: @escaping Run) {
        self.meter = meter
        self.run = run
        begin()
    }

    /// How it goes, as it goes, until the transfer ends; a pause does not end it.
    public var progress: ProgressUpdates { meter.updates }

    /// How far it is at this moment.
    public var currentProgress: TransferProgress { meter.progress }

    /// Whether it waits for ``resume()``.
    public var isPaused: Bool {
        state.withLock { state in
            if case .paused = state.phase { true } else { false }
        }
    }

    /// What comes of it, once it is there; throws what ended the transfer early.
    ///
    /// Cancelling the task that waits here cancels the transfer.
    public var value: Value {
        get async throws(NetworkError) {
            try await withTaskCancellationHandler {
                await withCheckedContinuation { waiting in
                    let outcome = state.withLock { state -> Outcome? in
                        if case .ended(let outcome) = state.phase { return outcome }
                        state.waiting.append(waiting)
                        return nil
                    }
                    if let outcome { waiting.resume(returning: outcome) }
                }
            } onCancel: {
                cancel()
            }.get()
        }
    }

    /// Closes the connection and keeps what is there; returns when that is done.
    ///
    /// Without a strong validator from the server nothing can be kept, and ``resume()`` begins anew.
    public func pause() async {
        await withCheckedContinuation { waiting in
            let (task, isDone) = state.withLock { state -> (Task<Void, Never>?, Bool) in
                switch state.phase {
                case .running(let task), .pausing(let task, _):
                    state.phase = .pausing(task, thenResume: false)
                    state.pauses.append(waiting)
                    return (task, false)
                case .paused, .ended: return (nil, true)
                }
            }
            task?.cancel()
            if isDone { waiting.resume() }
        }
    }

    /// Goes on after a pause.
    public func resume() {
        let isPaused = state.withLock { state in
            switch state.phase {
            case .pausing(let task, _):
                state.phase = .pausing(task, thenResume: true)
                return false
            case .paused:
                state.phase = .running(nil)
                return true
            case .running, .ended: return false
            }
        }
        if isPaused { begin() }
    }

    /// Ends it with `.cancelled`; a part that can be gone on with stays.
    public func cancel() {
        let (task, isPaused) = state.withLock { state -> (Task<Void, Never>?, Bool) in
            state.isCancelled = true
            switch state.phase {
            case .running(let task): return (task, false)
            case .pausing(let task, _):
                state.phase = .running(task)
                return (task, false)
            case .paused: return (nil, true)
            case .ended: return (nil, false)
            }
        }
        task?.cancel()
        if isPaused { end(.failure(NetworkError(.cancelled))) }
    }

    private func begin() {
        let task = Task.detached(executorPreference: TaskHome.executor) { [self] in
            finished(await run())
        }
        // It may have been paused or cancelled, or be over, before it was known here.
        let mustCancel = state.withLock { state in
            switch state.phase {
            case .running:
                state.phase = .running(task)
                return state.isCancelled
            case .pausing(_, let thenResume):
                state.phase = .pausing(task, thenResume: thenResume)
                return true
            case .paused, .ended: return false
            }
        }
        if mustCancel { task.cancel() }
    }

    private func finished(_ outcome: Outcome) {
        var wasCancelled = false
        if case .failure(let error) = outcome { wasCancelled = error.kind == .cancelled }
        let isPause = wasCancelled
        let (step, pauses) = state.withLock { state in
            defer { state.pauses = [] }
            guard case .pausing(_, let thenResume) = state.phase, isPause else {
                return (Step.end, state.pauses)
            }
            state.phase = thenResume ? .running(nil) : .paused
            return (thenResume ? Step.again : Step.rest, state.pauses)
        }
        switch step {
        case .end: end(outcome)
        case .again: begin()
        case .rest: break
        }
        for pause in pauses { pause.resume() }
    }

    private func end(_ outcome: Outcome) {
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            if case .ended = state.phase { return [] }
            state.phase = .ended(outcome)
            defer { state.waiting = [] }
            return state.waiting
        }
        meter.finish()
        for waiter in waiting { waiter.resume(returning: outcome) }
    }
}

/// A download under way: `api.beginDownload`.
public typealias Download = Transfer<DownloadedFile>

/// An upload under way: `api.beginUpload`.
public typealias Upload = Transfer<Response>

/// A resumable upload under way: `api.beginResumableUpload`.
public typealias ResumableUpload = Transfer<UploadReceipt>

extension Transfer where Value == DownloadedFile {
    /// The file, once it is there; throws what ended the download early.
    ///
    /// Cancelling the task that waits here cancels the download.
    public var file: DownloadedFile {
        get async throws(NetworkError) { try await value }
    }
}

extension Transfer where Value == Response {
    /// The answer, once it is there; throws what ended the upload early.
    public var response: Response {
        get async throws(NetworkError) { try await value }
    }
}

extension Transfer where Value == UploadReceipt {
    /// What came of the upload, once it is whole; throws what ended it early.
    public var receipt: UploadReceipt {
        get async throws(NetworkError) { try await value }
    }
}
