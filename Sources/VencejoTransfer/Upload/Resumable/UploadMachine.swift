import VencejoCore
package import VencejoHTTP

/// One request of a resumable upload.
package struct UploadAsk: Sendable, Hashable {
    package enum Role: Sendable, Hashable {
        /// Whether the server knows the protocol.
        case discover
        /// The upload begins.
        case create
        /// How much the server has.
        case offset
        /// More of the content.
        case append
    }

    package var role: Role
    package var method: HTTPMethod
    /// Where to; nil for where the call leads.
    package var url: URI?
    package var headers: Headers
    /// The bytes of the content that go along; nil for a request without a body.
    package var range: Range<Int>?

    package init(
        role: Role,
        method: HTTPMethod,
        url: URI? = nil,
        headers: Headers,
        range: Range<Int>? = nil
    ) {
        self.role = role
        self.method = method
        self.url = url
        self.headers = headers
        self.range = range
    }
}

/// The head of an answer, as far as an upload is concerned.
package struct UploadAnswer: Sendable, Hashable {
    package var status: HTTPStatus
    package var headers: Headers
    /// The address that answered, to which locations are relative.
    package var url: URI
    /// When it came, in seconds since 1970.
    package var moment: Int

    package init(status: HTTPStatus, headers: Headers, url: URI, moment: Int) {
        self.status = status
        self.headers = headers
        self.url = url
        self.moment = moment
    }
}

/// What an answer means for an upload.
package enum UploadVerdict: Sendable, Hashable {
    /// The next request follows.
    case goOn
    /// It may go better after a while.
    case again
    /// The server has everything.
    case done
    /// The answer's status is what came of it.
    case failed
    /// The server does not keep to the protocol, or what it allows is too little; the text says how.
    case refused(String)
}

/// What has been asked and answered of one upload, and what to ask next; no I/O, no time.
///
///     next ──► create ──► append … append ──► nothing
///                           │ broken
///                           └──► offset ──► append from there │ forgotten ──► create
package protocol UploadMachine: Sendable {
    /// What both sides know.
    var state: UploadState { get }

    /// The next request; nil when the server has everything.
    func next() -> UploadAsk?

    /// Takes an interim answer to a request that is still under way.
    mutating func hear(_ answer: UploadAnswer, to ask: UploadAsk)

    /// Takes the answer to a request.
    mutating func receive(_ answer: UploadAnswer, to ask: UploadAsk) -> UploadVerdict

    /// Takes that a request got no answer.
    mutating func broke(_ ask: UploadAsk)

    /// Takes that so many bytes of a request's content may have arrived.
    mutating func handOver(_ count: Int, of ask: UploadAsk)
}

/// An upload as both sides know it.
package struct UploadState: Sendable, Hashable {
    /// The bytes of the whole.
    package let length: Int
    /// Where the server keeps the upload; nil before it said so.
    package var upload: URI?
    /// The bytes that the server says it has; nil where it must be asked.
    package var offset: Int?
    /// The bytes that the server can have at most: those that were handed over.
    package var mostThere = 0
    /// When the server forgets the upload, in seconds since 1970; nil where it does not say.
    package var expires: Int?
    /// How often the upload was begun anew because the server forgot it.
    package private(set) var restarts = 0

    /// So often a server may forget an upload.
    package static let mostRestarts = 3

    package init(length: Int, upload: URI? = nil, mostThere: Int = 0) {
        self.length = length
        self.upload = upload
        self.mostThere = mostThere
    }

    /// Takes what the server says it has; it cannot have what it was never given.
    package mutating func learn(offset: Int) -> UploadVerdict {
        guard offset <= mostThere else {
            upload = nil
            return .refused(
                "the server claims \(offset) bytes of the upload and was given \(mostThere) at most"
            )
        }
        self.offset = offset
        return .goOn
    }

    /// Takes that an upload is gone, and begins again.
    package mutating func beginAnew() -> UploadVerdict {
        upload = nil
        offset = nil
        mostThere = 0
        expires = nil
        restarts += 1
        guard restarts <= Self.mostRestarts else {
            return .refused("the server forgot the upload \(restarts) times")
        }
        return .goOn
    }

    /// Takes where the upload is, if that can be; `https` is not left for `http`.
    package mutating func learn(location: String?, from url: URI) -> Bool {
        guard let location, let target = url.resolving(location), target.isHTTP,
            target.isHTTPS || !url.isHTTPS
        else { return false }
        upload = target.withoutFragment
        return true
    }

    /// The bytes of the next request.
    package func range(_ chunk: Int?) -> Range<Int> {
        let start = offset ?? 0
        let (end, isOver) = start.addingReportingOverflow(max(1, chunk ?? length))
        return start..<(isOver ? length : min(end, length))
    }
}
