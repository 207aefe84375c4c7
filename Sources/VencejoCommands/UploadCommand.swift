import Vencejo
import VencejoCore
import VencejoHTTP
import VencejoTransfer

/// `vencejo upload FILE URL`: a file goes out, with a bar; a resumable one is gone on with when it
/// is run again.
struct UploadCommand: Sendable {
    let arguments: UploadArguments
    let terminal: Terminal
    let client: @Sendable (UploadArguments) throws -> APIClient
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
        let code: Int32
        if let using = arguments.using {
            code = await run(resumable(layered(api), using)) { receipt in
                (receipt.response, receipt.kept)
            }
        } else {
            code = await run(usual(layered(api))) { ($0, 0) }
        }
        await api.close()
        return code
    }

    private func layered(_ api: APIClient) -> APIClient {
        let timeout = arguments.timeout
        var api = api.with { context in
            guard let timeout else { return }
            var timeouts = Timeouts()
            timeouts.total = timeout
            context.timeouts = timeouts
        }
        if arguments.compresses { api = api.adding(.compressBodies()) }
        if let rate = arguments.bytesPerSecond {
            api = api.adding(.throttle(uploadBytesPerSecond: rate))
        }
        return api
    }

    private func usual(_ api: APIClient) -> Upload {
        var body = Body.file(arguments.file, contentType: MediaType.text(ofFile: arguments.file))
        if let input = arguments.input {
            body = .multipart(
                arguments.fields.map { .field($0.name, $0.value) }
                    + [.file(input, arguments.file)]
            )
        }
        return api.beginUpload(
            body,
            to: Path(arguments.url.description),
            method: arguments.method ?? (arguments.input == nil ? .put : .post),
            headers: arguments.headers
        )
    }

    private func resumable(_ api: APIClient, _ using: ResumableProtocol) -> ResumableUpload {
        api.beginResumableUpload(
            .file(arguments.file, contentType: MediaType.text(ofFile: arguments.file)),
            to: Path(arguments.url.description),
            using: using,
            record: arguments.record,
            options: arguments.options,
            method: arguments.method ?? .post,
            headers: arguments.headers
        )
    }

    private func run<Value: Sendable>(
        _ upload: Transfer<Value>,
        _ outcome: (Value) -> (response: Response, kept: Int)
    ) async -> Int32 {
        let interruption = Task { [untilInterrupted] in
            await untilInterrupted()
            if !Task.isCancelled { upload.cancel() }
        }
        defer { interruption.cancel() }
        let start = ContinuousClock.now
        if arguments.isQuiet {
            for await _ in upload.progress {}
        } else {
            await ProgressDisplay(terminal: terminal).show(upload.progress)
        }
        do throws(NetworkError) {
            let (response, kept) = outcome(try await upload.value)
            tell(response)
            let code = SendCommand.exitCode(response.status)
            guard !arguments.isQuiet else { return code }
            let progress = upload.currentProgress
            var text = ByteText.size(progress.bytes) + " in "
            text += ByteText.time(ContinuousClock.now - start)
            if kept > 0 { text += ", \(ByteText.size(kept)) of them from before" }
            terminal.complain("\(text), answered \(response.status.code)\n")
            return code
        } catch {
            return complain(error, upload.currentProgress)
        }
    }

    /// What the server answers is the program's output.
    private func tell(_ response: Response) {
        guard !response.body.isEmpty else { return }
        terminal.line(response.text().harmless)
    }

    private func complain(_ error: NetworkError, _ progress: TransferProgress) -> Int32 {
        if error.kind == .cancelled {
            terminal.complain("vencejo: interrupted\n")
        } else {
            terminal.complain("vencejo: \(error.description)\n".harmless)
        }
        if arguments.record != nil, progress.bytes > 0, Self.mayGoOn(error.kind) {
            let bytes = ByteText.size(progress.bytes)
            terminal.complain("vencejo: \(bytes) had gone; the same command goes on from what")
            terminal.complain(" the server has\n")
        }
        return Self.exitCode(error.kind)
    }

    private static func mayGoOn(_ kind: NetworkError.Kind) -> Bool {
        switch kind {
        case .file, .invalidRequest, .invalidResponse, .unsupported: false
        default: true
        }
    }

    private static func exitCode(_ kind: NetworkError.Kind) -> Int32 {
        switch kind {
        case .cancelled: ExitCode.interrupted
        case .file, .invalidRequest(.body): ExitCode.file
        case .invalidRequest: ExitCode.usage
        case .status(let status): SendCommand.exitCode(status)
        default: ExitCode.transport
        }
    }
}
