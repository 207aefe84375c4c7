import Vencejo
import VencejoCommands

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that cannot be read; the text says why.
struct FileError: Error, CustomStringConvertible {
    let description: String
}

extension Program.System {
    /// This machine's files, signals and network.
    static var current: Program.System {
        Program.System(
            readFile: readWholeFile,
            untilInterrupted: Interrupt.wait,
            client: makeClient,
            cacheFile: usualCacheFile,
            lines: standardLines
        )
    }
}

/// The whole of a file, up to 256 MB.
private func readWholeFile(_ path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else {
        let text = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "unknown"
        throw FileError(description: text)
    }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
        let count = unsafe fread(&piece, 1, piece.count, file)
        guard count > 0 else {
            guard unsafe ferror(file) == 0 else { throw FileError(description: "not readable") }
            return bytes
        }
        bytes.append(contentsOf: piece[..<count])
        guard bytes.count <= 256 << 20 else {
            throw FileError(description: "larger than 256 MB")
        }
    }
}

/// A client for one request of the command line: any status is an answer, not a failure.
private func makeClient(_ options: ConnectionOptions) throws -> APIClient {
    var configuration = ClientConfiguration()
    configuration.acceptedStatuses = .all
    configuration.maximumRedirects = options.maximumRedirects
    configuration.allowsInsecureHTTP = true
    return try options.client(configuration)
}

/// `vencejo/answers.sqlite` in the folder for caches of whoever runs the program.
private func usualCacheFile() throws -> String {
    func variable(_ name: String) -> String? {
        guard let text = unsafe getenv(name).map({ unsafe String(cString: $0) }) else { return nil }
        return text.isEmpty ? nil : text
    }
    guard let folder = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ $0 + "/.cache" }) else {
        throw FileError(description: "neither XDG_CACHE_HOME nor HOME is set")
    }
    // Nobody else need know what was asked.
    for path in [folder, folder + "/vencejo"] where unsafe mkdir(path, 0o700) != 0 {
        guard errno == EEXIST else {
            throw FileError(description: "the folder \(path) cannot be made")
        }
    }
    return folder + "/vencejo/answers.sqlite"
}

/// The lines of standard input, read by a thread that has nothing else to do.
@Sendable private func standardLines() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let box = unsafe Unmanaged.passRetained(LineSink(continuation)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let result = unsafe pthread_create(&thread, nil, readLines, box)
    if result != 0 { unsafe Unmanaged<LineSink>.fromOpaque(box).takeRetainedValue().readAll(false) }
    return stream
}

private final class LineSink: Sendable {
    private let continuation: AsyncStream<String>.Continuation

    init(_ continuation: AsyncStream<String>.Continuation) {
        self.continuation = continuation
    }

    func readAll(_ canRead: Bool) {
        while canRead, let line = readLine() { continuation.yield(line) }
        continuation.finish()
    }
}

#if canImport(Darwin)
private func readLines(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<LineSink>.fromOpaque(box).takeRetainedValue().readAll(true)
    return nil
}
#else
private func readLines(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let box = unsafe box {
        unsafe Unmanaged<LineSink>.fromOpaque(box).takeRetainedValue().readAll(true)
    }
    return nil
}
#endif
