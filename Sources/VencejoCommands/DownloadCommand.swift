import Vencejo
import VencejoCore
import VencejoHTTP
import VencejoTransfer

/// `vencejo download URL`: a file, with a bar, gone on with when it is run again.
struct DownloadCommand: Sendable {
    let arguments: DownloadArguments
    let terminal: Terminal
    let client: @Sendable (DownloadArguments) throws -> APIClient
    /// Ends when a person interrupts the program.
    let untilInterrupted: @Sendable () async -> Void

    func run() async -> Int32 {
        let api: APIClient
        do {
            api = try client(arguments)
            if arguments.connection.isInsecure {
                terminal.complain("vencejo: --insecure: nobody knows who answers\n")
            }
        } catch {
            terminal.complain("vencejo: \((error as? UsageError)?.message ?? "\(error)")\n")
            return ExitCode.usage
        }
        let timeout = arguments.timeout
        let limited = api.with { context in
            guard let timeout else { return }
            var timeouts = Timeouts()
            timeouts.total = timeout
            context.timeouts = timeouts
        }
        let download = limited.beginDownload(
            Path(arguments.url.description),
            to: arguments.destination,
            options: arguments.options,
            headers: arguments.headers
        )
        let interruption = Task { [untilInterrupted] in
            await untilInterrupted()
            if !Task.isCancelled { download.cancel() }
        }
        let start = ContinuousClock.now
        if arguments.isQuiet {
            for await _ in download.progress {}
        } else {
            await ProgressDisplay(terminal: terminal).show(download.progress)
        }
        let code = await told(download, since: start)
        interruption.cancel()
        await api.close()
        return code
    }

    private func told(_ download: Download, since start: ContinuousClock.Instant) async -> Int32 {
        do throws(NetworkError) {
            let file = try await download.file
            terminal.line(file.path.harmless)
            if !arguments.isQuiet { terminal.complain(summary(file, download, since: start)) }
            return ExitCode.success
        } catch {
            return complain(error, download)
        }
    }

    private func summary(
        _ file: DownloadedFile,
        _ download: Download,
        since start: ContinuousClock.Instant
    ) -> String {
        let took = ContinuousClock.now - start
        var text = "\(ByteText.size(file.count)) in \(ByteText.time(took))"
        let kept = download.currentProgress.kept
        if kept > 0 { text += ", \(ByteText.size(kept)) of them from before" }
        if !file.verified.isEmpty {
            text += ", \(file.verified.joined(separator: " and ")) is right"
        }
        return text + "\n"
    }

    private func complain(_ error: NetworkError, _ download: Download) -> Int32 {
        if error.kind == .cancelled {
            terminal.complain("vencejo: interrupted\n")
        } else {
            terminal.complain("vencejo: \(error.description)\n".harmless)
        }
        let progress = download.currentProgress
        if arguments.options.resumes, progress.bytes > 0, Self.leavesPart(error.kind) {
            let bytes = ByteText.size(progress.bytes)
            terminal.complain("vencejo: \(bytes) had come; the same command goes on from there")
            terminal.complain(" where the server allows it\n")
        }
        return Self.exitCode(error.kind)
    }

    private static func leavesPart(_ kind: NetworkError.Kind) -> Bool {
        switch kind {
        case .file, .digestMismatch: false
        default: true
        }
    }

    private static func exitCode(_ kind: NetworkError.Kind) -> Int32 {
        switch kind {
        case .cancelled: ExitCode.interrupted
        case .invalidRequest: ExitCode.usage
        case .file, .digestMismatch: ExitCode.file
        case .status(let status): SendCommand.exitCode(status)
        default: ExitCode.transport
        }
    }
}
