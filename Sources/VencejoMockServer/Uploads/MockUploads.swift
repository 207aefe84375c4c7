import VencejoConcurrency
public import VencejoHTTP

/// A server's side of resumable uploads, with what can go wrong with them.
///
///     let uploads = MockUploads(.tus)
///     let server = try await MockServer(routes: uploads.routes(at: "files"))
///     uploads.cut(after: 100_000)        // the connection breaks within the next content
///
/// Content is kept in memory, up to ``maximumBytes`` for each upload.
public final class MockUploads: Sendable {
    /// The protocol that is spoken.
    public enum Dialect: Sendable, Hashable {
        /// tus 1.0 with creation, creation with upload, expiration, termination and checksums.
        case tus
        /// The draft of the IETF in one of its iterations.
        case draft(version: Int)
    }

    /// When an upload is forgotten, as the client is told; ``MockUploads/forget()`` does it.
    public enum Expiry: Sendable, Hashable {
        /// A moment, as tus says it.
        case at(HTTPDate)
        /// The seconds that are left, as the draft says it.
        case after(seconds: Int)
    }

    /// An upload as it is on the server.
    public struct Upload: Sendable, Hashable {
        /// The last part of its address.
        public let name: String
        /// The bytes in all, as they were announced; nil where nobody said.
        public let length: Int?
        public internal(set) var content: [UInt8] = []
        public internal(set) var isComplete = false
        /// What the client says about it: `Upload-Metadata` or the fields of the first request.
        public let headers: Headers
    }

    struct State: Sendable {
        var uploads: [String: Upload] = [:]
        var finished: [Upload] = []
        var count = 0
        var cuts: [Int] = []
        var lies: [Int] = []
    }

    /// What is spoken.
    public let dialect: Dialect
    /// More content than this is refused (413).
    public let maximumBytes: Int
    /// More content than this in one request is refused (413); nil takes all.
    public let maximumRequestBytes: Int?
    /// When the client is told that an upload is forgotten; nil says nothing.
    public let expiry: Expiry?
    /// Whether interim answers of 104 are sent, by the draft.
    public let announces: Bool
    let state = Locked(State())

    public init(
        _ dialect: Dialect,
        maximumBytes: Int = 64 << 20,
        maximumRequestBytes: Int? = nil,
        expiry: Expiry? = nil,
        announces: Bool = true
    ) {
        self.dialect = dialect
        self.maximumBytes = maximumBytes
        self.maximumRequestBytes = maximumRequestBytes
        self.expiry = expiry
        self.announces = announces
    }

    /// What answers at a path and below it.
    public func routes(at path: String) -> [Route] {
        let root = "/" + path.split(separator: "/").joined(separator: "/")
        return [
            Route(nil, path) { [self] request in await receiver(request, nil, root) },
            Route(nil, path + "/{upload}") { [self] request in
                await receiver(request, request.parameters["upload"], root)
            },
        ]
    }

    private func receiver(
        _ request: RecordedRequest,
        _ name: String?,
        _ root: String
    ) async -> MockReceiver {
        switch dialect {
        case .tus: tus(request, name, root)
        case .draft(let version): draft(request, name, root, version)
        }
    }
}

extension MockUploads {
    /// The uploads that are whole, in the order in which they came to be.
    public var finished: [Upload] { state.withLock { $0.finished } }

    /// The uploads that are not.
    public var unfinished: [Upload] {
        state.withLock { $0.uploads.values.filter { !$0.isComplete } }
    }

    /// Keeps so many bytes of the next content that is longer, and resets the connection there.
    ///
    /// Several cuts happen one after the other.
    public func cut(after count: Int) {
        state.withLock { $0.cuts.append(max(0, count)) }
    }

    /// Forgets all uploads that are not whole.
    public func forget() {
        state.withLock { state in state.uploads = state.uploads.filter { $0.value.isComplete } }
    }

    /// Says another offset than it has when it is next asked: so many bytes more, or fewer.
    public func lie(by count: Int) {
        state.withLock { $0.lies.append(count) }
    }
}

extension MockUploads {
    func begin(_ request: RecordedRequest, length: Int?) -> String {
        state.withLock { state in
            state.count += 1
            let name = "upload-\(state.count)"
            state.uploads[name] = Upload(name: name, length: length, headers: request.headers)
            return name
        }
    }

    subscript(name: String) -> Upload? { state.withLock { $0.uploads[name] } }

    /// The offset that the client is told.
    func toldOffset(_ name: String) -> Int? {
        state.withLock { state in
            guard let upload = state.uploads[name] else { return nil }
            let lie = state.lies.isEmpty ? 0 : state.lies.removeFirst()
            return max(0, upload.content.count + lie)
        }
    }

    /// Puts content behind that of an upload; false where the connection is to break.
    func append(_ bytes: [UInt8], to name: String) -> Bool {
        state.withLock { state in
            guard var upload = state.uploads[name] else { return false }
            var bytes = bytes[...]
            var isCut = false
            if let cut = state.cuts.first {
                isCut = bytes.count >= cut
                state.cuts[0] = cut - min(cut, bytes.count)
                if isCut {
                    state.cuts.removeFirst()
                    bytes = bytes.prefix(cut)
                }
            }
            guard upload.content.count + bytes.count <= maximumBytes else { return false }
            upload.content += bytes
            state.uploads[name] = upload
            return !isCut
        }
    }

    /// Takes content back, down to a length.
    func shorten(_ name: String, to count: Int) {
        state.withLock { state in
            guard let upload = state.uploads[name], upload.content.count > count else { return }
            state.uploads[name]?.content.removeLast(upload.content.count - count)
        }
    }

    /// Makes an upload whole.
    func finish(_ name: String) {
        state.withLock { state in
            guard let upload = state.uploads[name], !upload.isComplete else { return }
            state.uploads[name]?.isComplete = true
            var whole = upload
            whole.isComplete = true
            state.finished.append(whole)
        }
    }

    func remove(_ name: String) -> Bool {
        state.withLock { $0.uploads.removeValue(forKey: name) != nil }
    }

    static func number(_ text: String?) -> Int? {
        text.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
