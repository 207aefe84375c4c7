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
    private let clock: any Clock<Duration>
    private let sink: @Sendable (String) -> Void

    /// Sends every entry to `sink`; standard error by default.
    public init(
        _ level: Level = .lines,
        clock: any Clock<Duration> = ContinuousClock(),
        sink: @escaping @Sendable (String) -> Void = StandardError.write
    ) {
        self.level = level
        self.clock = clock
        self.sink = sink
        writer = LogWriter(level: level)
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        sink(writer.entry(for: request))
        let elapsed = Self.stopwatch(clock)
        do throws(NetworkError) {
            let response = try await next(request)
            sink(writer.entry(for: response, to: request, after: elapsed()))
            return response
        } catch {
            sink(writer.entry(for: error, to: request, after: elapsed()))
            throw error
        }
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
