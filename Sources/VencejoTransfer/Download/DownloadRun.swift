import VencejoConcurrency
import VencejoCore
import VencejoDigest
import VencejoHTTP

/// One run of a download, from its first request to the file in its place.
///
///     part and record ──► requests for what is missing ──► digests ──► sync ──► its last name
///                              │ changed, or no ranges: from the start, over one connection
///                              └ cut: the same part again, by the retry policy
struct DownloadRun: Sendable {
    let client: any APIClientProtocol
    let request: Request
    let path: String
    let options: DownloadOptions
    let meter: TransferMeter

    /// Why the work on a part ended early.
    enum Stop: Error, Sendable {
        /// What is there belongs to another version, or no ranges can be had.
        case anew
        case failed(NetworkError)
    }

    /// So often a resource may change while it is fetched.
    private static let mostRestarts = 4

    func run() async throws(NetworkError) -> DownloadedFile {
        try check()
        let work = try opened()
        guard let total = request.timeouts.total else { return try await run(work) }
        return try await withDeadline(total, on: request.context.time) {
            () throws(NetworkError) in try await run(work)
        }
    }

    private func run(_ work: PartWork) async throws(NetworkError) -> DownloadedFile {
        do throws(NetworkError) {
            try await fetchAll(work)
            let verified = try PartCheck(work, expected: options.sha256).run()
            return try finished(work, verified)
        } catch {
            let kept: Bool
            switch error.kind {
            // What came is good, whoever has the name.
            case .file(let failure) where failure.reason == .exists: kept = options.resumes
            case .file, .digestMismatch, .bodyTooLarge: kept = false
            default: kept = options.resumes
            }
            work.leave(keeping: kept)
            throw error.normalized
        }
    }

    private func check() throws(NetworkError) {
        for name in [HeaderName.range, .ifRange] where request.headers.contains(name) {
            throw NetworkError(.invalidRequest(.header("\(name)")), request: request)
        }
        if let sha256 = options.sha256 {
            let isDigest = sha256.utf8.count == 64 && sha256.allSatisfy(\.isHexDigit)
            guard isDigest else {
                let text = "an SHA-256 has 64 hexadecimal digits"
                throw NetworkError(.unsupported(text), request: request)
            }
        }
        if Task.isCancelled { throw NetworkError(.cancelled, request: request) }
    }

    private func opened() throws(NetworkError) -> PartWork {
        let address = PartAddress(request.url, ignoringQuery: options.ignoresQuery)
        return try onDisk { () throws(FileFailure) in
            let destination = try Destination(path, address: address)
            if options.existing == .fail, let name = destination.name,
                FileSystem.kind(of: destination.path(name)) != nil
            {
                throw FileFailure(.exists, path: destination.path(name))
            }
            return try PartWork(
                destination,
                address,
                resumes: options.resumes && request.method == .get,
                meter: meter
            )
        }
    }

    /// Runs what works on files; its failures become the call's.
    func onDisk<Value>(_ body: () throws(FileFailure) -> Value) throws(NetworkError) -> Value {
        do throws(FileFailure) {
            return try body()
        } catch {
            throw NetworkError(.file(error), request: request, underlying: error)
        }
    }

    private func fetchAll(_ work: PartWork) async throws(NetworkError) {
        var fetch = PartFetch(run: self, work: work, connections: max(1, options.connections))
        for _ in 0..<Self.mostRestarts {
            do throws(Stop) {
                return try await fetch.run()
            } catch {
                switch error {
                case .failed(let fault): throw fault
                case .anew: try onDisk { () throws(FileFailure) in try work.restart() }
                }
                // Whoever gave no range, or the wrong one, is asked for the whole.
                fetch.connections = 1
            }
        }
        let text = "the resource changed \(Self.mostRestarts) times while it was fetched"
        throw NetworkError(.invalidResponse(text), request: request)
    }

    /// Gives the whole part its last name.
    private func finished(
        _ work: PartWork,
        _ verified: [String]
    ) throws(NetworkError) -> DownloadedFile {
        let destination = work.destination
        let record = work.record
        guard let response = work.response else { throw NetworkError(.cancelled, request: request) }
        let path = try onDisk { () throws(FileFailure) in
            try work.file.sync()
            let path = try placed(destination, work.name)
            work.forget()
            FileSystem.syncFolder(destination.folderPath)
            return path
        }
        return DownloadedFile(
            path: path,
            count: record.bytes,
            received: work.received,
            verified: verified,
            response: response
        )
    }

    private func placed(
        _ destination: Destination,
        _ name: String
    ) throws(FileFailure) -> String {
        let path = destination.path(name)
        switch options.existing {
        case .replace:
            guard FileSystem.kind(of: path) != .folder else {
                throw FileFailure(.exists, path: path)
            }
            try FileSystem.replace(path, with: destination.part)
            return path
        case .fail:
            try FileSystem.place(destination.part, at: path)
            return path
        case .number:
            for number in 1..<10_000 {
                let path = destination.path(Destination.numbered(name, number))
                do throws(FileFailure) {
                    try FileSystem.place(destination.part, at: path)
                    return path
                } catch {
                    guard error.reason == .exists else { throw error }
                }
            }
            throw FileFailure(.exists, path: path)
        }
    }
}
