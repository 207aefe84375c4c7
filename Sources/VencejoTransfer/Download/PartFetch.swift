import VencejoConcurrency
import VencejoCore
import VencejoDigest
import VencejoHTTP

/// Fetches what a part lacks.
struct PartFetch: Sendable {
    typealias Stop = DownloadRun.Stop

    let run: DownloadRun
    let work: PartWork
    /// How many connections may be used.
    var connections: Int

    /// An answer whose head was read and whose body is still to come.
    private struct Opened: Sendable {
        let stream: BodyStream
        /// The first byte of the body within the file.
        let from: Int
        /// The byte after its last; nil where it ends with the body.
        let upTo: Int?
        let contentDigests: [String: [UInt8]]
    }

    /// Fetches until nothing is missing.
    func run() async throws(Stop) {
        guard let first = work.claim() else { return try await confirm() }
        let opened = try await retrying { () throws(Stop) in try await open(first) }
        let workers = min(connections, work.openStretches)
        guard workers > 1 else {
            try await fetch(first, opened)
            while let next = work.claim() { try await fetch(next, nil) }
            return
        }
        try await fetchTogether(first, opened, workers)
    }

    /// A part that has all its bytes is of use only while the resource is the same: its last byte
    /// is asked for again.
    private func confirm() async throws(Stop) {
        let last = work.record.segments.count - 1
        let segment = work.segment(last)
        guard segment.next > segment.start else { throw .anew }
        work.giveBack(last, to: segment.next - 1)
        try await fetch(last, nil)
    }

    private func fetchTogether(
        _ first: Int,
        _ opened: Opened,
        _ workers: Int
    ) async throws(Stop) {
        let result = await withTaskGroup(of: Result<Void, Stop>.self) { group in
            group.addTask {
                await typed { () throws(Stop) in
                    try await fetch(first, opened)
                    while let next = work.claim() { try await fetch(next, nil) }
                }
            }
            for _ in 1..<workers {
                group.addTask {
                    await typed { () throws(Stop) in
                        while let next = work.claim() { try await fetch(next, nil) }
                    }
                }
            }
            var first: Result<Void, Stop> = .success(())
            for await result in group {
                // The others are cancelled by the first that fails; what they say is no news.
                guard case .success = first, case .failure = result else { continue }
                first = result
                group.cancelAll()
            }
            return first
        }
        try result.get()
    }

    /// Fetches a stretch, over as many answers as that takes.
    private func fetch(_ index: Int, _ first: Opened?) async throws(Stop) {
        var ready = first
        while !work.segment(index).isDone {
            let before = work.segment(index).next
            try await retrying { () throws(Stop) in
                let given = ready
                ready = nil
                let opened: Opened
                if let given { opened = given } else { opened = try await open(index) }
                try await drain(opened, index)
            }
            guard work.segment(index).next > before || work.segment(index).isDone else {
                throw refused("an answer without content")
            }
        }
    }

    /// Runs an attempt until it succeeds or the policy says that it is enough.
    private func retrying<Value: Sendable>(
        _ attempt: () async throws(Stop) -> Value
    ) async throws(Stop) -> Value {
        let request = run.request
        let time = request.context.time
        var machine = RetryMachine(policy, request: request)
        var anchor = work.received
        while true {
            let fault: NetworkError
            do throws(Stop) {
                return try await attempt()
            } catch {
                guard case .failed(let error) = error else { throw error }
                fault = error
            }
            // What brought something is no failure in a row.
            let received = work.received
            if received - anchor >= PartWork.block || (anchor == 0 && received > 0) {
                machine = RetryMachine(policy, request: request)
                anchor = received
            }
            let moment = RetryMachine.Moment(
                remaining: Deadline.current?.remaining,
                secondsSince1970: time.secondsSince1970,
                random: request.context.random()
            )
            guard case .again(let wait) = machine.decide(Self.outcome(fault), at: moment) else {
                throw .failed(fault)
            }
            do throws(NetworkError) {
                try await time.sleep(for: wait)
            } catch {
                throw .failed(NetworkError(.cancelled, request: request, underlying: error))
            }
        }
    }

    /// The policy by now: a server that gave nothing yet is not waited for long.
    private var policy: RetryPolicy {
        var policy = run.request.context.retry ?? run.options.retry
        // One file is one call, whose limit bounds its attempts; what others do is no matter.
        policy.budget = nil
        if work.received == 0 { policy.limit = min(policy.limit, 2) }
        return policy
    }

    private static func outcome(_ error: NetworkError) -> RetryMachine.Outcome {
        if case .status(let status) = error.kind {
            return .answer(status, retryAfter: error.response?.headers[.retryAfter])
        }
        return .failure(error.kind)
    }
}

extension PartFetch {
    /// Asks for what a stretch lacks, and reads the head of the answer.
    private func open(_ index: Int) async throws(Stop) -> Opened {
        let asked = asking(index)
        let response = try await answer(asked)
        let verdict = RangeVerdict(
            asked,
            status: response.status,
            headers: response.headers,
            isDecoded: response.isDecoded
        )
        switch verdict {
        case .whole(let total): return try whole(response, total, index)
        case .part(let upTo, let total): return try part(response, upTo, total, asked, index)
        case .anew: throw .anew
        case .refused(let text): throw refused(text, response)
        case .failed(let status):
            var fault = NetworkError(.status(status), request: response.request, response: response)
            let body = await typed { () throws(NetworkError) in
                try await response.body.beginning(limit: 1 << 20)
            }
            fault.response?.body = (try? body.get()) ?? ResponseBody()
            throw .failed(fault)
        }
    }

    private func asking(_ index: Int) -> AskedRange {
        let record = work.record
        let segment = record.segments[index]
        // Without a validator nobody knows whether the rest belongs to what is there.
        let isRange = record.validator != nil && (segment.next > 0 || !record.isOneStretch)
        var asked = AskedRange(
            from: isRange ? segment.next : 0,
            upTo: record.isOneStretch ? nil : segment.end,
            isRange: isRange,
            validator: record.validator,
            total: record.total
        )
        // How long the file is shows in the answer to a request for its beginning.
        if !asked.isRange, segment.next == 0, connections > 1, run.request.method == .get {
            asked.isRange = true
            asked.upTo = run.options.leastBytesPerConnection
        }
        return asked
    }

    private func answer(_ asked: AskedRange) async throws(Stop) -> Response {
        var request = run.request
        request.delivery = .stream
        if request.method == .get {
            // Offsets count the file's own bytes, not those of a coding (RFC 9110 §8.4).
            request.headers[.acceptEncoding] = "identity"
            if asked.isRange {
                request.headers[.range] = asked.field
                request.headers[.ifRange] = asked.validator?.field
            }
        }
        do throws(NetworkError) {
            return try await run.client.perform(request)
        } catch {
            guard case .status = error.kind, let response = error.response else {
                throw .failed(error.normalized)
            }
            return response
        }
    }

    /// An answer with the whole: what is there is thrown away.
    private func whole(
        _ response: Response,
        _ total: Int?,
        _ index: Int
    ) throws(Stop) -> Opened {
        // With several stretches others are at work; all begin again.
        guard work.record.isOneStretch else { throw .anew }
        if work.record.bytes > 0 { try onDisk { () throws(FileFailure) in try work.restart() } }
        // What is decoded on the way has no offsets that a server knows; only GET has ranges.
        let isPlain = !response.isDecoded && run.request.method == .get
        try learn(response, total, isPlain ? StrongValidator(response.headers) : nil)
        return Opened(
            stream: response.body.stream,
            from: 0,
            upTo: total,
            contentDigests: response.isDecoded
                ? [:] : DigestField.content(response.headers).digests
        )
    }

    private func part(
        _ response: Response,
        _ upTo: Int,
        _ total: Int?,
        _ asked: AskedRange,
        _ index: Int
    ) throws(Stop) -> Opened {
        let validator = StrongValidator(response.headers)
        var segments: [Segment]?
        if asked.from == 0, asked.validator == nil, work.record.isOneStretch {
            // The first answer of all. Without these two nothing can be put together.
            guard let total, validator != nil || upTo == total else { throw .anew }
            if upTo < total {
                segments = Segment.plan(total: total, first: upTo, connections: connections)
            }
        }
        try learn(response, total, validator, segments)
        return Opened(
            stream: response.body.stream,
            from: asked.from,
            upTo: upTo,
            contentDigests: DigestField.content(response.headers).digests
        )
    }

    private func learn(
        _ response: Response,
        _ total: Int?,
        _ validator: StrongValidator?,
        _ segments: [Segment]? = nil
    ) throws(Stop) {
        if let most = run.options.maximumBytes, let total, total > most {
            throw .failed(NetworkError(.bodyTooLarge(limit: most), request: response.request))
        }
        work.learn(
            from: response,
            total: total,
            validator: validator,
            digests: response.isDecoded ? [:] : Self.promised(by: response.headers),
            segments: segments
        )
        try onDisk { () throws(FileFailure) in
            // Sooner than after the whole of it.
            let path = work.destination.path(work.name)
            if run.options.existing == .fail, FileSystem.kind(of: path) != nil {
                throw FileFailure(.exists, path: path)
            }
            if run.options.resumes { try work.save() }
        }
    }

    private static func promised(by headers: Headers) -> [String: String] {
        let digests = DigestField.representation(headers).digests
        return digests.filter { entry in PartCheck.algorithms.contains { $0.name == entry.key } }
            .mapValues { Hash.hex($0) }
    }

    /// Reads a body into the part.
    private func drain(_ opened: Opened, _ index: Int) async throws(Stop) {
        let digest = MessageDigest(opened.contentDigests)
        do throws(NetworkError) {
            for try await chunk in opened.stream {
                let place = work.segment(index).next
                if let upTo = opened.upTo, chunk.count > upTo - place {
                    throw NetworkError(.invalidResponse("more content than was announced"))
                }
                if let most = run.options.maximumBytes, place + chunk.count > most {
                    throw NetworkError(.bodyTooLarge(limit: most))
                }
                try run.onDisk { () throws(FileFailure) in try work.take(chunk, into: index) }
                digest?.update(chunk)
            }
        } catch {
            var error = error
            if error.request == nil { error.request = run.request }
            throw .failed(error.normalized)
        }
        if let upTo = opened.upTo {
            guard work.segment(index).next == upTo else {
                throw refused("less content than was announced")
            }
        } else {
            work.end(index)
        }
        if let fault = digest?.fault {
            work.giveBack(index, to: opened.from)
            throw .failed(NetworkError(fault, request: run.request))
        }
        work.learn(digests: Self.promised(by: opened.stream.trailers))
    }

    private func onDisk<Value>(_ body: () throws(FileFailure) -> Value) throws(Stop) -> Value {
        do throws(NetworkError) {
            return try run.onDisk(body)
        } catch {
            throw .failed(error)
        }
    }

    private func refused(_ text: String, _ response: Response? = nil) -> Stop {
        .failed(
            NetworkError(
                .invalidResponse(text),
                request: response?.request ?? run.request,
                response: response
            )
        )
    }
}

extension Response {
    /// Whether a content coding was taken off on the way: the bytes are not those that were sent.
    fileprivate var isDecoded: Bool {
        let codings = headers.values(of: .contentEncoding).flatMap { $0.split(separator: ",") }
            .map { String($0).trimmingBlanks.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        return codings.count > body.undecodedCodings.count
    }
}

/// The digest of one message's content, where the message tells it (RFC 9530 §2).
private final class MessageDigest {
    private let hash: RunningHash
    private let expected: String

    init?(_ digests: [String: [UInt8]]) {
        for (name, algorithm) in PartCheck.algorithms {
            guard let digest = digests[name], let hash = RunningHash(algorithm) else { continue }
            self.hash = hash
            expected = Hash.hex(digest)
            return
        }
        return nil
    }

    func update(_ bytes: [UInt8]) {
        hash.update(bytes)
    }

    /// What is wrong with all that came.
    var fault: NetworkError.Kind? {
        let found = Hash.hex(hash.finish())
        return found == expected ? nil : .digestMismatch(expected: expected, found: found)
    }
}
