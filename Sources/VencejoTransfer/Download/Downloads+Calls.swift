import VencejoConcurrency
public import VencejoCore
public import VencejoHTTP

extension APIClientProtocol {
    /// Downloads a file, and goes on with what an earlier run left of it.
    ///
    ///     let file = try await api.download("big.zip", to: "downloads/") { progress in
    ///         print(progress.fraction ?? 0)
    ///     }
    ///
    /// The bytes gather in a part beside the destination, which gets its name in one step once it
    /// is whole and checked. A connection that breaks is made again from where it broke.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, or a whole address.
    ///   - destination: A file's path, or a folder's: one that is there, or ends with a slash. In a
    ///     folder the file gets the name that the server proposes, made safe.
    ///   - options: What happens to files that are there, digests, connections.
    ///   - progress: Told how it goes; what comes while it is busy is passed over.
    /// - Throws: What ends the download; `.file` where the file
    ///   cannot be written, `.digestMismatch` where
    ///   it is not what was promised.
    @discardableResult
    @concurrent
    public nonisolated func download(
        _ path: Path,
        to destination: String,
        options: DownloadOptions = DownloadOptions(),
        query: Query = [],
        headers: Headers = [:],
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        let request = try makeRequest(.get, path, query: query, headers: headers)
        return try await download(request, to: destination, options: options, progress: progress)
    }

    /// Downloads what an endpoint answers with.
    ///
    /// Other methods than GET have no ranges: such a download begins anew each time.
    @discardableResult
    @concurrent
    public nonisolated func download(
        _ endpoint: some Endpoint,
        to destination: String,
        options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        let request = try makeRequest(for: endpoint)
        return try await download(request, to: destination, options: options, progress: progress)
    }

    /// Begins a download that can be paused and watched; see ``Download``.
    public nonisolated func beginDownload(
        _ path: Path,
        to destination: String,
        options: DownloadOptions = DownloadOptions(),
        query: Query = [],
        headers: Headers = [:]
    ) -> Download {
        begin(to: destination, options) { () throws(NetworkError) in
            try makeRequest(.get, path, query: query, headers: headers)
        }
    }

    /// Begins to download what an endpoint answers with.
    public nonisolated func beginDownload(
        _ endpoint: some Endpoint,
        to destination: String,
        options: DownloadOptions = DownloadOptions()
    ) -> Download {
        begin(to: destination, options) { () throws(NetworkError) in
            try makeRequest(for: endpoint)
        }
    }

    private nonisolated func begin(
        to destination: String,
        _ options: DownloadOptions,
        _ make: () throws(NetworkError) -> Request
    ) -> Download {
        let request = Result { () throws(NetworkError) in try make() }
        let meter = TransferMeter(time: configuration.context.time)
        return Download(meter: meter) {
            await typed { () throws(NetworkError) in
                try await DownloadRun(
                    client: self,
                    request: try request.get(),
                    path: destination,
                    options: options,
                    meter: meter
                ).run()
            }
        }
    }

    private nonisolated func download(
        _ request: Request,
        to destination: String,
        options: DownloadOptions,
        progress: (@Sendable (TransferProgress) async -> Void)?
    ) async throws(NetworkError) -> DownloadedFile {
        let meter = TransferMeter(time: request.context.time)
        let run = DownloadRun(
            client: self,
            request: request,
            path: destination,
            options: options,
            meter: meter
        )
        guard let progress else { return try await run.run() }
        return try await meter.telling(progress) { () throws(NetworkError) in try await run.run() }
    }
}
