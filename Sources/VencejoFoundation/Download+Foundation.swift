public import Foundation
public import VencejoCore
public import VencejoTransfer

extension Transfer {
    /// The transfer as Foundation shows it, for views and for a parent's `addChild`.
    ///
    /// Its units are bytes, and it is indeterminate until the total is known. Cancelling, pausing
    /// and resuming it do so to the transfer.
    public func makeProgress() -> Progress {
        let progress = Progress(totalUnitCount: -1)
        progress.kind = .file
        progress.isCancellable = true
        progress.isPausable = true
        progress.cancellationHandler = { [weak self] in self?.cancel() }
        progress.pausingHandler = { [weak self] in
            guard let self else { return }
            Task { await self.pause() }
        }
        progress.resumingHandler = { [weak self] in self?.resume() }
        let updates = self.progress
        let mirror = ProgressMirror(progress)
        Task { for await state in updates { mirror.show(state) } }
        return progress
    }
}

/// Writes what a transfer tells into a `Progress`.
// Unchecked: `Progress` may be changed on any thread, and only this changes these two of it.
private struct ProgressMirror: @unchecked Sendable {
    private let progress: Progress

    init(_ progress: Progress) {
        self.progress = progress
    }

    func show(_ state: TransferProgress) {
        progress.totalUnitCount = state.total.map(Int64.init) ?? -1
        progress.completedUnitCount = Int64(state.bytes)
    }
}

extension APIClientProtocol {
    /// Downloads a file to a URL of this machine; see `download(_:to:options:query:headers:progress:)`.
    @discardableResult
    @concurrent
    public nonisolated func download(
        _ path: Path,
        to destination: URL,
        options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        let folder = destination.hasDirectoryPath && !destination.path.hasSuffix("/") ? "/" : ""
        return try await download(
            path,
            to: destination.path + folder,
            options: options,
            progress: progress
        )
    }
}

extension DownloadedFile {
    /// Where it is.
    public var url: URL { URL(filePath: path) }
}
