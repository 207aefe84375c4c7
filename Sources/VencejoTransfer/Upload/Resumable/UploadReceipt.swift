public import VencejoCore
public import VencejoHTTP

/// What came of a resumable upload.
public struct UploadReceipt: Sendable {
    /// The last answer: by the draft that of the target itself, unless it was lost on the way; by
    /// tus that to the last bytes.
    public let response: Response
    /// Where the server kept the upload; nil where it took it as a usual request.
    public let upload: URI?
    /// The bytes of the content.
    public let count: Int
    /// The bytes that were handed over in this run, those that had to be sent again included.
    public let sent: Int
    /// The bytes that the server had when this run began.
    public let kept: Int
}
