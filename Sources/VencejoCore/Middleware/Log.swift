import VencejoHTTP

/// One line for each request, answer and failure, with the secrets taken out.
///
///     → GET https://api.example.com/users?api_key=<redacted>
///     ← 200 OK GET https://api.example.com/users?api_key=<redacted> (1.2 kB, 34 ms)
public struct Log: Middleware {
    /// How much is told.
    public enum Level: Int, Sendable, Hashable, Comparable {
        /// One line each.
        case lines
        /// The fields too.
        case headers
        /// The fields and the beginning of the body.
        case bodies

        public static func < (left: Level, right: Level) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    private let level: Level
    private let writer: LogWriter
    private let time: TimeSource?
    private let sink: @Sendable (String) -> Void

    /// Sends every entry to `sink`; standard error by default.
    ///
    /// - Parameters:
    ///   - level: How much is told.
    ///   - time: What measures the calls; the calls' own time where nothing is given.
    ///   - sink: Takes an entry, on the call's own task.
    public init(
        _ level: Level = .lines,
        time: TimeSource? = nil,
        sink: @escaping @Sendable (String) -> Void = StandardError.write
    ) {
        self.level = level
        self.time = time
        self.sink = sink
        writer = LogWriter(level: level)
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        if request.context.skips.contains(.log) { return try await next(request) }
        sink(writer.entry(for: request))
        let time = time ?? request.context.time
        let start = time.now
        do throws(NetworkError) {
            let response = try await next(request)
            sink(writer.entry(for: response, to: request, after: time.now - start))
            return response
        } catch {
            sink(writer.entry(for: error, to: request, after: time.now - start))
            throw error
        }
    }
}
