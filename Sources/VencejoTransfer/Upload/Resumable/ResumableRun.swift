import VencejoConcurrency
import VencejoCore
import VencejoDigest
import VencejoHTTP

/// One run of a resumable upload, from its first request to the last answer.
///
///     record ──► machine ──► request ──► answer ──► machine ──► …
///                   │ broken: wait by the retry policy, and ask how much is there
struct ResumableRun: Sendable {
    let client: any APIClientProtocol
    let request: Request
    let using: ResumableProtocol
    let options: ResumableOptions
    private let work: UploadWork
    private let policy: RetryPolicy

    /// What came of one request.
    private struct Outcome: Sendable {
        var verdict: UploadVerdict
        var response: Response?
        /// What is thrown if this is the end.
        var fault: NetworkError
    }

    /// A failure in a row is one since whose predecessor the server got less than so much.
    private static let block = 65_536

    init(
        client: any APIClientProtocol,
        request: Request,
        using: ResumableProtocol,
        record: String?,
        options: ResumableOptions,
        meter: TransferMeter
    ) throws(NetworkError) {
        let source = try UploadSource(request.body)
        let policy = request.context.retry ?? options.retry
        var request = request
        if case .draft = using.kind, policy.addsIdempotencyKey, policy.limit > 0,
            !request.method.isIdempotent
        {
            // Before the server has told where the upload is, only this makes it safe to repeat.
            request.headers.setIfAbsent(
                .idempotencyKey,
                IdempotencyKey.make(request.context.random)
            )
        }
        self.client = client
        self.request = request
        self.using = using
        self.options = options
        self.policy = policy
        let (method, metadata) = (request.method, Self.metadata(options, source, request))
        work = UploadWork(
            source,
            dialect: using.name,
            target: UploadRecord.target(method, request.url),
            record: record,
            time: request.context.time,
            meter: meter
        ) { state in
            switch using.kind {
            case .tus:
                TusMachine(
                    state,
                    metadata: metadata,
                    chunk: options.chunkBytes,
                    createsWithUpload: options.createsWithUpload
                )
            case .draft(let version):
                DraftMachine(state, method: method, version: version, chunk: options.chunkBytes)
            }
        }
    }

    private static func metadata(
        _ options: ResumableOptions,
        _ source: UploadSource,
        _ request: Request
    ) -> [String: String] {
        if let metadata = options.metadata { return metadata }
        var metadata: [String: String] = [:]
        metadata["filename"] = source.name
        if source.name != nil { metadata["filetype"] = request.headers[.contentType] }
        return metadata
    }

    func run() async throws(NetworkError) -> UploadReceipt {
        guard let total = request.timeouts.total else { return try await upload() }
        return try await withDeadline(total, on: request.context.time) {
            () throws(NetworkError) in try await upload()
        }
    }

    private func upload() async throws(NetworkError) -> UploadReceipt {
        do throws(NetworkError) {
            let response = try await talk()
            work.settle(at: work.source.count)
            work.forget()
            return work.receipt(response)
        } catch {
            if work.upload == nil { work.forget() }
            throw error.normalized
        }
    }

    /// Asks until the server has everything.
    private func talk() async throws(NetworkError) -> Response {
        var retries = RetryMachine(policy, request: Request(.head, request.url))
        var anchor = 0
        var last: Response?
        while let ask = work.next() {
            if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
            let outcome = try await outcome(of: ask)
            if let offset = work.offset {
                work.settle(at: offset)
                if offset >= anchor + Self.block {
                    retries = RetryMachine(policy, request: Request(.head, request.url))
                    anchor = offset
                }
            }
            try onDisk { () throws(FileFailure) in try work.save() }
            switch outcome.verdict {
            case .goOn: last = outcome.response
            case .done:
                if let response = outcome.response { return response }
            case .failed, .refused: throw outcome.fault
            case .again: try await wait(after: outcome.fault, ask, &retries)
            }
        }
        guard let last else { throw NetworkError(.cancelled, request: request) }
        return last
    }

    private func outcome(of ask: UploadAsk) async throws(NetworkError) -> Outcome {
        try onDisk { () throws(FileFailure) in
            try work.source.check()
            try work.save(before: ask)
        }
        var asked = try asked(ask)
        asked.context.bodyTaps.append(work.tap(ask))
        asked.context.onInterim = { [work] interim, url in
            work.hear(interim, from: url, to: ask)
            // What cannot be written now is tried again, and told, after the answer.
            try? work.save(before: ask)
        }
        do throws(NetworkError) {
            return judged(try await client.perform(asked), ask)
        } catch {
            if case .status = error.kind, let response = error.response {
                return judged(response, ask, error)
            }
            work.broke(ask)
            // Nobody tries again what was called off, or a file that cannot be read.
            let mayPass = !Task.isCancelled && error.normalized.kind != .cancelled
            return Outcome(verdict: mayPass ? .again : .failed, fault: error)
        }
    }

    private func judged(
        _ response: Response,
        _ ask: UploadAsk,
        _ error: NetworkError? = nil
    ) -> Outcome {
        let verdict = work.receive(response, to: ask)
        var text = "the upload does not go on"
        if case .refused(let reason) = verdict { text = reason }
        let protocolFault = NetworkError(
            .invalidResponse(text),
            request: response.request,
            response: response
        )
        if case .refused = verdict {
            return Outcome(verdict: verdict, response: response, fault: protocolFault)
        }
        // A client may take all statuses as a success; an upload does not.
        let status = NetworkError(
            .status(response.status),
            request: response.request,
            response: response
        )
        let fault = error ?? (response.status.isSuccess ? protocolFault : status)
        return Outcome(verdict: verdict, response: response, fault: fault)
    }

    private func onDisk(_ body: () throws(FileFailure) -> Void) throws(NetworkError) {
        do throws(FileFailure) {
            try body()
        } catch {
            throw NetworkError(.file(error), request: request, underlying: error)
        }
    }
}

extension ResumableRun {
    /// Waits before the next try, or throws where there is none.
    private func wait(
        after fault: NetworkError,
        _ ask: UploadAsk,
        _ retries: inout RetryMachine
    ) async throws(NetworkError) {
        let time = request.context.time
        let moment = RetryMachine.Moment(
            remaining: Deadline.current?.remaining,
            secondsSince1970: time.secondsSince1970,
            random: request.context.random()
        )
        let outcome = Self.outcome(fault, by: policy)
        // The offset makes parts safe to send twice; what is no part yet must be safe by itself.
        if ask.role == .create, work.upload == nil, using != .tus {
            var first = RetryMachine(.constant(.zero, limit: 1), request: try asked(ask))
            if case .giveUp(.notIdempotent) = first.decide(outcome, at: moment) { throw fault }
        }
        guard case .again(let wait) = retries.decide(outcome, at: moment) else { throw fault }
        request.report(.waiting(wait, before: .retry(attempt: retries.retries + 1)))
        do throws(NetworkError) {
            try await time.sleep(for: wait)
        } catch {
            throw NetworkError(.cancelled, request: request, underlying: error)
        }
    }

    private static func outcome(
        _ error: NetworkError,
        by policy: RetryPolicy
    ) -> RetryMachine.Outcome {
        guard case .status(let status) = error.kind else { return .failure(error.kind) }
        // Statuses such as 409 mean something here that they do not elsewhere.
        guard policy.statuses.contains(status.code) else {
            return .failure(.invalidResponse("status \(status.code)"))
        }
        return .answer(status, retryAfter: error.response?.headers[.retryAfter])
    }

    /// The request as it is sent, without what watches it.
    private func asked(_ ask: UploadAsk) throws(NetworkError) -> Request {
        var asked = request
        asked.method = ask.method
        if let url = ask.url {
            asked.url = url
            // Who is asking is nobody's business elsewhere.
            if url.origin != request.url.origin { asked.removeCredentials() }
        }
        if ask.role != .create || using == .tus {
            for name in Self.contentFields { asked.headers.remove(name) }
        }
        if ask.role != .create { asked.headers.remove(.idempotencyKey) }
        asked.headers = asked.headers.merging(ask.headers)
        asked.body = ask.range.map { work.source.body($0) } ?? .none
        if let checksum = options.checksum, using == .tus, let range = ask.range, !range.isEmpty {
            let algorithm: HashAlgorithm = checksum == .sha1 ? .sha1 : .sha256
            let digest = try work.source.digest(algorithm, of: range)
            asked.headers["Upload-Checksum"] = "\(checksum.rawValue) \(Base64.encode(digest))"
        }
        // An offset is good for one request, and counts bytes that nobody compresses.
        asked.context.retry = .never
        asked.context.compressesBodies = false
        return asked
    }

    /// Fields about the content, which parts of it do not have.
    private static let contentFields: [HeaderName] = [
        .contentType, .contentEncoding, .contentLanguage, .contentLocation, .contentLength,
        "Content-Disposition", "Content-Digest", "Repr-Digest", "Content-MD5", .expect,
    ]
}
