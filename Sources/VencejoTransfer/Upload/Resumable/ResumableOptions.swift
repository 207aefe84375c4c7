public import VencejoCore

/// How a server puts together an upload that was cut; see ``ResumableOptions``.
public struct ResumableProtocol: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case tus
        case draft(version: Int)
    }

    let kind: Kind

    /// tus 1.0: <https://tus.io/protocols/resumable-upload>.
    public static let tus = ResumableProtocol(kind: .tus)

    /// The draft of the IETF, "Resumable Uploads for HTTP", as most servers know it.
    ///
    /// A server that does not know it takes the upload as a usual request.
    public static let draft = draft(version: 8)

    /// The draft of the IETF in one of its iterations, which do not mix.
    ///
    /// - Parameter version: What `Upload-Draft-Interop-Version` says: 8 for the drafts -09 to -11,
    ///   9 from -12 on.
    public static func draft(version: Int) -> ResumableProtocol {
        ResumableProtocol(kind: .draft(version: version))
    }

    /// What a record calls it.
    var name: String {
        switch kind {
        case .tus: "tus"
        case .draft(let version): "draft-\(version)"
        }
    }
}

/// How a resumable upload is done.
public struct ResumableOptions: Sendable {
    /// The most bytes of one request; nil sends all in one.
    ///
    /// Servers behind proxies that limit requests need it. By the draft it takes a server that says
    /// beforehand that it knows the draft; to others all goes in one request.
    public var chunkBytes: Int?
    /// What the server is told about the content, by tus: `filename` and `filetype` are usual.
    ///
    /// Nil tells a file's own name and the type of the body.
    public var metadata: [String: String]?
    /// Whether the first bytes go along with the creation, by tus; false by default.
    ///
    /// It saves a round trip with servers that have the extension `creation-with-upload`.
    public var createsWithUpload = false
    /// The digest that goes along with each request, by tus (extension `checksum`); none by default.
    ///
    /// The server throws a request away whose bytes do not match; use it with ``chunkBytes``, or a
    /// cut costs everything.
    public var checksum: Checksum?
    /// When a request that broke is made again; the call's own `CallContext.retry` comes over it.
    ///
    /// The limit is that of failures in a row between which the server got less than 64 KiB.
    public var retry = RetryPolicy.exponential(limit: 5)

    /// A digest by its name in tus.
    public enum Checksum: String, Sendable, Hashable {
        case sha1
        case sha256
    }

    public init() {}

    /// Chosen at the call: `options: .with { $0.chunkBytes = 8 << 20 }`.
    public static func with(_ change: (inout ResumableOptions) -> Void) -> ResumableOptions {
        var options = ResumableOptions()
        change(&options)
        return options
    }
}
