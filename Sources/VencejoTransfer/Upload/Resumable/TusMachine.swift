import VencejoCore
package import VencejoHTTP

/// An upload by tus 1.0: the core protocol, creation, creation with upload, expiration, checksum.
///
///     POST target          Upload-Length, Upload-Metadata   ──► 201 Location
///     PATCH upload         Upload-Offset, the bytes         ──► 204 Upload-Offset
///     HEAD upload                                           ──► 200 Upload-Offset
package struct TusMachine: UploadMachine {
    package private(set) var state: UploadState
    package let metadata: [String: String]
    /// The most bytes of one request; nil for all.
    package let chunk: Int?
    /// Whether the first bytes go along with the creation.
    package let createsWithUpload: Bool

    package init(
        _ state: UploadState,
        metadata: [String: String] = [:],
        chunk: Int? = nil,
        createsWithUpload: Bool = false
    ) {
        self.state = state
        self.metadata = metadata
        self.chunk = chunk
        self.createsWithUpload = createsWithUpload
    }

    package func next() -> UploadAsk? {
        guard let upload = state.upload else { return creation }
        guard let offset = state.offset else {
            return UploadAsk(
                role: .offset,
                method: .head,
                url: upload,
                headers: [Self.resumable: Self.version, .cacheControl: "no-cache"]
            )
        }
        guard offset < state.length else { return nil }
        return UploadAsk(
            role: .append,
            method: .patch,
            url: upload,
            headers: [
                Self.resumable: Self.version, .contentType: Self.contentType,
                .uploadOffset: String(offset),
            ],
            range: state.range(chunk)
        )
    }

    private var creation: UploadAsk {
        var ask = UploadAsk(
            role: .create,
            method: .post,
            headers: [Self.resumable: Self.version, .uploadLength: String(state.length)],
            range: 0..<0
        )
        let metadata = Self.written(metadata)
        if !metadata.isEmpty { ask.headers["Upload-Metadata"] = metadata }
        if createsWithUpload, state.length > 0 {
            ask.headers[.contentType] = Self.contentType
            ask.range = state.range(chunk)
        }
        return ask
    }

    /// Keys in the order of the alphabet; those that cannot be keys are left out.
    package static func written(_ metadata: [String: String]) -> String {
        metadata.sorted { $0.key < $1.key }.compactMap { key, value in
            let isKey =
                !key.isEmpty
                && key.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
            guard isKey else { return nil }
            return value.isEmpty ? key : "\(key) \(Base64.encode(Array(value.utf8)))"
        }.joined(separator: ",")
    }

    package mutating func hear(_ answer: UploadAnswer, to ask: UploadAsk) {}

    package mutating func receive(_ answer: UploadAnswer, to ask: UploadAsk) -> UploadVerdict {
        if let expires = answer.headers["Upload-Expires"].flatMap({ HTTPDate($0) }) {
            state.expires = expires.secondsSince1970
        }
        switch answer.status.code {
        case 412:
            let versions = answer.headers["Tus-Version"] ?? "none that it tells"
            return .refused("the server speaks tus \(versions), and not \(Self.version)")
        case 404 where ask.role != .create, 410 where ask.role != .create,
            403 where ask.role == .offset:
            return state.beginAnew()
        // 460 is a checksum that does not match, 423 an upload that another request holds.
        case 409 where ask.role == .append, 423, 460:
            state.offset = nil
            return .again
        case 200..<300: break
        case 408, 425, 429, 500...:
            broke(ask)
            return .again
        default: return .failed
        }
        switch ask.role {
        case .create, .discover: return created(answer, ask)
        case .offset: return located(answer)
        case .append: return appended(answer, ask)
        }
    }

    private mutating func created(_ answer: UploadAnswer, _ ask: UploadAsk) -> UploadVerdict {
        guard state.learn(location: answer.headers[.location], from: answer.url) else {
            return .refused("the server does not say where the upload goes: no usable Location")
        }
        let offset = Self.number(answer, .uploadOffset)
        // A server without the extension leaves the bytes that went along unread.
        state.offset = 0
        guard let offset, ask.range?.isEmpty == false else { return .goOn }
        return state.learn(offset: offset)
    }

    private mutating func located(_ answer: UploadAnswer) -> UploadVerdict {
        if let length = Self.number(answer, .uploadLength), length != state.length {
            // Somebody else's upload is there now.
            return state.beginAnew()
        }
        guard let offset = Self.number(answer, .uploadOffset) else {
            state.upload = nil
            return .refused("the server does not say how much of the upload it has")
        }
        return state.learn(offset: offset)
    }

    private mutating func appended(_ answer: UploadAnswer, _ ask: UploadAsk) -> UploadVerdict {
        let before = state.offset ?? 0
        let end = ask.range?.upperBound ?? before
        guard let offset = Self.number(answer, .uploadOffset) else {
            state.offset = nil
            return .again
        }
        guard offset <= end else {
            state.upload = nil
            return .refused("the server claims \(offset) bytes of the upload and was given \(end)")
        }
        guard offset > before else {
            state.offset = nil
            return .again
        }
        return state.learn(offset: offset)
    }

    package mutating func broke(_ ask: UploadAsk) {
        // What came of the bytes is known to the server alone.
        state.offset = nil
    }

    package mutating func handOver(_ count: Int, of ask: UploadAsk) {
        guard let range = ask.range else { return }
        state.mostThere = max(state.mostThere, min(range.lowerBound + count, range.upperBound))
    }

    private static let resumable: HeaderName = "Tus-Resumable"
    private static let version = "1.0.0"
    private static let contentType = "application/offset+octet-stream"

    private static func number(_ answer: UploadAnswer, _ name: HeaderName) -> Int? {
        answer.headers[name].flatMap { text in
            text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
        }
    }
}

extension HeaderName {
    package static let uploadOffset: HeaderName = "Upload-Offset"
    package static let uploadLength: HeaderName = "Upload-Length"
}
