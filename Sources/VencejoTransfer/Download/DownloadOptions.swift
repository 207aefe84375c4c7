public import VencejoCore

/// How a download is done.
public struct DownloadOptions: Sendable {
    /// What happens where the destination has a file already.
    public enum Existing: Sendable, Hashable {
        /// The download fails; for a named file before anything is sent.
        case fail
        /// The new file takes the old one's place, in one step, once it is whole.
        case replace
        /// The new file gets a number: `big (2).zip`.
        case number
    }

    /// What happens where the destination has a file already; it fails by default.
    public var existing = Existing.fail
    /// Whether a part that is left by an earlier run is gone on with, and one is left when a run
    /// ends early; true by default.
    ///
    /// The part is `NAME.vencejo-part` beside the destination, with `NAME.vencejo-part.json`, which
    /// describes it. It is kept only where the server gave a strong validator.
    public var resumes = true
    /// Whether a part of an address that differs in its query alone is gone on with; false by
    /// default.
    ///
    /// Links that are signed anew each time need it. The validator still must hold.
    public var ignoresQuery = false
    /// The SHA-256 that the file must have, as 64 hexadecimal digits; nil for any.
    public var sha256: String?
    /// How many connections fetch parts at once; 1 by default.
    ///
    /// More help where the server limits the rate of each. They are used for files of more than
    /// ``leastBytesPerConnection`` from servers that give ranges and a strong validator; from all
    /// others the file comes over one.
    public var connections = 1
    /// The least that is worth a connection, in bytes; 8 MB by default.
    public var leastBytesPerConnection = 8 << 20
    /// The largest file that is taken, in bytes; nil for any.
    public var maximumBytes: Int?
    /// When a connection that broke is made again; eight times in a row by default.
    ///
    /// The count begins anew whenever another megabyte has come. Until anything has come, two
    /// attempts more are made at most: a server that is not there is soon told. The call's own
    /// `context.retry` comes over this.
    public var retry = RetryPolicy.exponential(limit: 8)

    public init() {}

    /// Chosen at the call: `options: .with { $0.existing = .replace }`.
    public static func with(_ change: (inout DownloadOptions) -> Void) -> DownloadOptions {
        var options = DownloadOptions()
        change(&options)
        return options
    }
}

/// A file that was downloaded.
public struct DownloadedFile: Sendable {
    /// Where it is.
    public let path: String
    /// Its bytes.
    public let count: Int
    /// The bytes of content that came over the network in this run.
    public let received: Int
    /// The digests that were checked, such as `sha-256`; none where none was promised or given.
    public let verified: [String]
    /// The head of the last answer; its body is in the file.
    public let response: Response
}
