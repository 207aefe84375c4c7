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
}
