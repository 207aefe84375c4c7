import VencejoConcurrency
public import VencejoCore
public import VencejoHTTP

extension APIClientProtocol {
    /// Uploads a file in a way that goes on where a broken connection, or an earlier run of the
    /// program, left it.
    ///
    ///     let receipt = try await api.uploadResumably(
    ///         .file("film.mp4"),
    ///         to: "files",
    ///         using: .tus,
    ///         record: "film.mp4.upload"
    ///     ) { progress in print(progress.fraction ?? 0) }
    ///
    /// With a record, a small file of this path, a later run of the program goes on with an upload
    /// of the same content to the same target; it is removed at the end. A server that has forgotten
    /// the upload gets it from the start. One record is for one upload at a time.
    ///
    /// - Parameters:
    ///   - body: A file or bytes: what can be read again from any place.
    ///   - path: Where uploads begin: a path below the base URL, or a whole address.
    ///   - using: What the server speaks.
    ///   - record: Where to write down what a later run needs; nil for nothing.
    ///   - options: Sizes of requests, retries.
    ///   - progress: Told how it goes; what comes while it is busy is passed over.
    /// - Throws: What ends the upload. ``NetworkError/Kind-swift.enum/invalidResponse(_:)`` where the
    ///   server does not keep to the protocol, ``NetworkError/Kind-swift.enum/file(_:)`` where the
    ///   file cannot be read, or changes meanwhile.
    @discardableResult
    @concurrent
    public nonisolated func uploadResumably(
        _ body: Body,
        to path: Path,
        using: ResumableProtocol,
        record: String? = nil,
        options: ResumableOptions = ResumableOptions(),
        method: HTTPMethod = .post,
        query: Query = [],
        headers: Headers = [:],
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) -> UploadReceipt {
        let request = try makeRequest(method, path, query: query, body: body, headers: headers)
        let meter = TransferMeter(time: request.context.time)
        let run = try ResumableRun(
            client: self,
            request: request,
            using: using,
            record: record,
            options: options,
            meter: meter
        )
        guard let progress else { return try await run.run() }
        return try await meter.telling(progress) { () throws(NetworkError) in try await run.run() }
    }

    /// Begins a resumable upload that can be watched, paused and taken up again; see ``Transfer``.
    ///
    /// Without a record a pause makes it begin anew.
    public nonisolated func beginResumableUpload(
        _ body: Body,
        to path: Path,
        using: ResumableProtocol,
        record: String? = nil,
        options: ResumableOptions = ResumableOptions(),
        method: HTTPMethod = .post,
        query: Query = [],
        headers: Headers = [:]
    ) -> ResumableUpload {
        let meter = TransferMeter(time: configuration.context.time)
        return ResumableUpload(meter: meter) {
            await typed { () throws(NetworkError) in
                let request = try makeRequest(
                    method,
                    path,
                    query: query,
                    body: body,
                    headers: headers
                )
                return try await ResumableRun(
                    client: self,
                    request: request,
                    using: using,
                    record: record,
                    options: options,
                    meter: meter
                ).run()
            }
        }
    }
}
