import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// An upload under way, and the record of it that survives this process.
final class UploadWork: Sendable {
    private struct State: Sendable {
        var machine: any UploadMachine
        /// What the request under way has handed over, at most, however often it was begun.
        var handed = 0
        var sent = 0
        var kept: Int?
        var upload: URI?
        var saved: UploadRecord?

        mutating func finishHanding(_ ask: UploadAsk) {
            machine.handOver(handed, of: ask)
            handed = 0
        }
    }

    let source: UploadSource
    private let dialect: String
    private let target: String
    /// Where the record lies; nil for none.
    private let path: String?
    private let meter: TransferMeter
    private let time: TimeSource
    private let state: Locked<State>

    /// Begins an upload, or goes on with the one of which the record tells.
    ///
    /// - Parameter make: Makes the machine for what is known.
    init(
        _ source: UploadSource,
        dialect: String,
        target: String,
        record path: String?,
        time: TimeSource,
        meter: TransferMeter,
        make: (UploadState) -> any UploadMachine
    ) {
        self.source = source
        self.dialect = dialect
        self.target = target
        self.path = path
        self.meter = meter
        self.time = time
        let record = path.flatMap { FileSystem.read($0, limit: SealedRecord.mostBytes) }
            .flatMap { UploadRecord($0) }
        let known = record?.state(
            dialect: dialect,
            target: target,
            source: source,
            secondsSince1970: time.secondsSince1970
        )
        var state = State(machine: make(known ?? UploadState(length: source.count)))
        if known != nil {
            state.saved = record
        } else {
            state.kept = 0
        }
        self.state = Locked(state)
        meter.begin(kept: 0, total: source.count)
    }

    var upload: URI? { state.withLock { $0.machine.state.upload } }

    /// What the server is known to have.
    var offset: Int? { state.withLock { $0.machine.state.offset } }

    func next() -> UploadAsk? { state.withLock { $0.machine.next() } }

    func hear(_ interim: InformationalResponse, from url: URI, to ask: UploadAsk) {
        let answer = UploadAnswer(
            status: interim.status,
            headers: interim.headers,
            url: url,
            moment: time.secondsSince1970
        )
        state.withLock { state in
            state.machine.hear(answer, to: ask)
            state.upload = state.machine.state.upload ?? state.upload
        }
    }

    func receive(_ response: Response, to ask: UploadAsk) -> UploadVerdict {
        // Some transports tell of interim answers only now; hearing twice does no harm.
        for interim in response.informational { hear(interim, from: response.url, to: ask) }
        let answer = UploadAnswer(
            status: response.status,
            headers: response.headers,
            url: response.url,
            moment: time.secondsSince1970
        )
        return state.withLock { state in
            state.finishHanding(ask)
            let verdict = state.machine.receive(answer, to: ask)
            state.upload = state.machine.state.upload ?? state.upload
            return verdict
        }
    }

    func broke(_ ask: UploadAsk) {
        state.withLock { state in
            state.finishHanding(ask)
            state.machine.broke(ask)
        }
    }

    /// What counts the bytes of a request's content.
    func tap(_ ask: UploadAsk) -> BodyTap {
        let passed = Locked(0)
        return BodyTap(
            begin: { [meter] _ in
                // A redirect, or a connection that was closed: the same bytes again.
                let again = passed.withLock { passed in
                    defer { passed = 0 }
                    return passed
                }
                if again > 0 { meter.takeBack(again) }
            },
            pass: { [self, meter] count in
                let sum = passed.withLock { passed in
                    passed += count
                    return passed
                }
                state.withLock { state in
                    state.handed = max(state.handed, sum)
                    state.sent += count
                }
                meter.add(count)
            }
        )
    }

    /// Makes the meter show what the server has.
    func settle(at offset: Int) {
        // What is there before anything was handed over was there from an earlier run.
        let isFirst = state.withLock { state in
            let isFirst = state.kept == nil && state.sent == 0
            state.kept = state.kept ?? (isFirst ? offset : 0)
            return isFirst
        }
        if isFirst { return meter.begin(kept: offset, total: source.count) }
        let shown = meter.progress.bytes
        if shown > offset {
            meter.takeBack(shown - offset)
        } else if shown < offset {
            meter.add(offset - shown)
        }
    }

    func receipt(_ response: Response) -> UploadReceipt {
        state.withLock { state in
            UploadReceipt(
                response: response,
                upload: state.upload,
                count: source.count,
                sent: state.sent,
                kept: state.kept ?? 0
            )
        }
    }
}

extension UploadWork {
    /// Writes down what a later run needs, before a request that may change it and after.
    func save(before ask: UploadAsk? = nil) throws(FileFailure) {
        guard let path else { return }
        let now = state.withLock { $0.machine.state }
        guard let upload = now.upload else { return forget() }
        var record = UploadRecord(
            dialect: dialect,
            target: target,
            content: source.stamp,
            upload: upload.description,
            mostThere: max(now.mostThere, ask?.range?.upperBound ?? 0)
        )
        record.expires = now.expires
        guard state.withLock({ $0.saved }) != record else { return }
        let text: [UInt8]
        do {
            text = try record.text()
        } catch {
            throw FileFailure(.other("\(error)"), path: path)
        }
        try FileSystem.write(text, to: path)
        state.withLock { [record] in $0.saved = record }
    }

    /// Removes the record of an upload that nobody can go on with.
    func forget() {
        guard let path else { return }
        let hadOne = state.withLock { state in
            defer { state.saved = nil }
            return state.saved != nil
        }
        if hadOne { FileSystem.remove(path) }
    }
}
