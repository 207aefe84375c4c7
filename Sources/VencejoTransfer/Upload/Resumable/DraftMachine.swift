package import VencejoHTTP

/// An upload by draft-ietf-httpbis-resumable-upload, of which each iteration has a number.
///
///     POST target    Upload-Complete: ?1, all bytes      ──► 104 Location … 200 what came of it
///     HEAD upload                                        ──► 204 Upload-Offset
///     PATCH upload   Upload-Offset, Upload-Complete: ?1  ──► 200 what came of it
///
/// A server that does not know it takes the first request for a usual one, and answers it.
package struct DraftMachine: UploadMachine {
    package private(set) var state: UploadState
    package let method: HTTPMethod
    /// The number of the iteration: 8 up to -11, 9 from -12 on.
    package let version: Int
    /// The most bytes of one request; nil for all.
    private var chunk: Int?
    package private(set) var limits = UploadLimits()
    /// Whether the server is known to know the protocol; nil where nobody has asked.
    private var isSupported: Bool?
    /// What a server did that it may not.
    private var fault: String?

    package init(_ state: UploadState, method: HTTPMethod, version: Int, chunk: Int? = nil) {
        self.state = state
        self.method = method
        self.version = version
        self.chunk = chunk
    }

    package func next() -> UploadAsk? {
        guard let upload = state.upload else {
            // Parts may be sent only to a server that puts them together.
            if chunk != nil, isSupported == nil {
                return UploadAsk(role: .discover, method: .options, headers: fields())
            }
            let range = isSupported == true ? state.range(limits.chunk(chunk)) : 0..<state.length
            return UploadAsk(
                role: .create,
                method: method,
                headers: fields(sending: range),
                range: range
            )
        }
        guard let offset = state.offset else {
            var headers = fields()
            headers[.cacheControl] = "no-cache"
            return UploadAsk(role: .offset, method: .head, url: upload, headers: headers)
        }
        let range = state.range(limits.chunk(chunk))
        var headers = fields(sending: range)
        headers[.uploadOffset] = String(offset)
        headers[.contentType] = "application/partial-upload"
        return UploadAsk(
            role: .append,
            method: .patch,
            url: upload,
            headers: headers,
            range: range
        )
    }

    private func fields(sending range: Range<Int>? = nil) -> Headers {
        var headers: Headers = [.uploadVersion: String(version)]
        if let range {
            headers[.uploadComplete] = range.upperBound == state.length ? "?1" : "?0"
            headers[.uploadLength] = String(state.length)
        }
        return headers
    }

    package mutating func hear(_ answer: UploadAnswer, to ask: UploadAsk) {
        // Another number is another protocol.
        guard answer.status == 104, number(answer, .uploadVersion) == version else { return }
        takeLimits(answer)
        guard ask.role == .create, let location = answer.headers[.location] else { return }
        let known = state.upload
        guard state.learn(location: location, from: answer.url) else { return }
        if let known, known != state.upload {
            fault = "the server says two places where the upload goes"
        }
        isSupported = true
    }

    package mutating func receive(_ answer: UploadAnswer, to ask: UploadAsk) -> UploadVerdict {
        takeLimits(answer)
        if let fault { return refused(fault) }
        if ask.role == .discover { return discovered(answer) }
        // What is complete cannot be gone on with, whatever came of it.
        if ask.role != .offset, isComplete(answer) == true {
            state.upload = nil
            return answer.status.isSuccess ? .done : .failed
        }
        switch answer.status.code {
        case 200..<300:
            switch ask.role {
            case .create: return created(answer, ask)
            case .append: return appended(answer, ask)
            case .offset, .discover: return located(answer)
            }
        case 404 where ask.role != .create, 410 where ask.role != .create,
            403 where ask.role == .offset:
            return state.beginAnew()
        case 409 where state.upload != nil, 423 where state.upload != nil:
            state.offset = nil
            return .again
        case 413: return tooLarge(ask)
        case 408, 425, 429, 500...:
            broke(ask)
            return .again
        default: return .failed
        }
    }

    private mutating func discovered(_ answer: UploadAnswer) -> UploadVerdict {
        let types = answer.headers.values(of: "Accept-Patch").flatMap { $0.split(separator: ",") }
            .compactMap { MediaType(String($0).trimmingBlanks)?.essence }
        isSupported = answer.status.isSuccess && types.contains("application/partial-upload")
        if let fault = limits.fault(length: state.length) { return refused(fault) }
        return .goOn
    }

    private mutating func created(_ answer: UploadAnswer, _ ask: UploadAsk) -> UploadVerdict {
        let end = ask.range?.upperBound ?? 0
        if end == state.length, isComplete(answer) == nil {
            state.upload = nil
            return .done
        }
        if state.upload == nil {
            guard state.learn(location: answer.headers[.location], from: answer.url) else {
                return .refused("the server does not say where the upload goes: no Location")
            }
        }
        if let fault = limits.fault(length: state.length) { return refused(fault) }
        return took(answer, ask)
    }

    private mutating func appended(_ answer: UploadAnswer, _ ask: UploadAsk) -> UploadVerdict {
        took(answer, ask)
    }

    /// Takes that a part was taken, and the upload is not complete.
    private mutating func took(_ answer: UploadAnswer, _ ask: UploadAsk) -> UploadVerdict {
        let end = ask.range?.upperBound ?? 0
        let offset = number(answer, .uploadOffset)
        if let offset, offset > end {
            return refused("the server claims \(offset) bytes of the upload and was given \(end)")
        }
        // Where all was sent the server should have said that it is complete.
        guard end < state.length else {
            state.offset = nil
            return .again
        }
        guard let start = ask.range?.lowerBound, offset ?? end > start else {
            state.offset = nil
            return .again
        }
        return state.learn(offset: offset ?? end)
    }

    private mutating func located(_ answer: UploadAnswer) -> UploadVerdict {
        if let length = number(answer, .uploadLength), length != state.length {
            // Somebody else's upload is there now.
            return state.beginAnew()
        }
        if isComplete(answer) == true {
            state.upload = nil
            return .done
        }
        guard let offset = number(answer, .uploadOffset) else {
            return refused("the server does not say how much of the upload it has")
        }
        return state.learn(offset: offset)
    }

    /// The content was too much at once: less may do, where the server says how much.
    private mutating func tooLarge(_ ask: UploadAsk) -> UploadVerdict {
        guard let most = limits.maximumAppendSize, most > 0, let range = ask.range,
            range.count > most
        else { return .failed }
        if let fault = limits.fault(length: state.length) { return refused(fault) }
        isSupported = true
        chunk = most
        state.offset = nil
        return .goOn
    }

    package mutating func broke(_ ask: UploadAsk) {
        // What came of the bytes is known to the server alone.
        state.offset = nil
        // Nobody was told of an upload: there is none that could be gone on with.
        if state.upload == nil { state.mostThere = 0 }
    }

    package mutating func handOver(_ count: Int, of ask: UploadAsk) {
        guard let range = ask.range else { return }
        state.mostThere = max(state.mostThere, min(range.lowerBound + count, range.upperBound))
    }

    private mutating func refused(_ text: String) -> UploadVerdict {
        state.upload = nil
        return .refused(text)
    }

    private mutating func takeLimits(_ answer: UploadAnswer) {
        guard let limits = UploadLimits(answer.headers) else { return }
        self.limits = limits
        state.expires = limits.maximumAge.map { answer.moment &+ $0 }
    }

    private func isComplete(_ answer: UploadAnswer) -> Bool? {
        StructuredItem(answer.headers.values(of: .uploadComplete))?.value.boolValue
    }

    private func number(_ answer: UploadAnswer, _ name: HeaderName) -> Int? {
        let value = StructuredItem(answer.headers.values(of: name))?.value
        guard case .integer(let number)? = value, number >= 0 else { return nil }
        return Int(number)
    }
}

extension HeaderName {
    fileprivate static let uploadComplete: HeaderName = "Upload-Complete"
    fileprivate static let uploadVersion: HeaderName = "Upload-Draft-Interop-Version"
}
