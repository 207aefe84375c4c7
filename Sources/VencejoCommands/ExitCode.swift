/// What a command tells the shell.
public enum ExitCode: Sendable {
    /// Done: the answer was a success.
    public static let success: Int32 = 0
    /// Nobody answered: no connection, TLS, a time-out, an answer that is not HTTP.
    public static let transport: Int32 = 1
    /// The command line makes no sense.
    public static let usage: Int32 = 2
    /// The answer was a redirect that was not followed.
    public static let redirection: Int32 = 3
    /// The answer was a 4xx.
    public static let clientError: Int32 = 4
    /// The answer was a 5xx.
    public static let serverError: Int32 = 5
    /// A file could not be written, or is not what was promised.
    public static let file: Int32 = 6
    /// A person interrupted it: 128 and the number of the signal, as shells have it.
    public static let interrupted: Int32 = 130
}
