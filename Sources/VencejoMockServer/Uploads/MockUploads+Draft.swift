import VencejoConcurrency
import VencejoHTTP
import VencejoJSON

/// draft-ietf-httpbis-resumable-upload.
extension MockUploads {
    func draft(
        _ request: RecordedRequest,
        _ name: String?,
        _ root: String,
        _ version: Int
    ) -> MockReceiver {
        guard let name else { return draftTarget(request, root, version) }
        switch request.method {
        case .head: return .ignoring(draftOffset(name))
        case .patch: return draftAppending(request, name)
        case .delete: return .ignoring(.status(remove(name) ? .noContent : .notFound))
        default: return .ignoring(.status(405))
        }
    }

    private var limits: String? {
        var members: [String] = []
        if maximumBytes < 64 << 20 { members.append("max-size=\(maximumBytes)") }
        if let maximumRequestBytes { members.append("max-append-size=\(maximumRequestBytes)") }
        if case .after(let seconds) = expiry { members.append("max-age=\(seconds)") }
        return members.isEmpty ? nil : members.joined(separator: ", ")
    }

    private func draftTarget(
        _ request: RecordedRequest,
        _ root: String,
        _ version: Int
    ) -> MockReceiver {
        if request.method == .options {
            var headers: Headers = ["Accept-Patch": "application/partial-upload"]
            headers["Upload-Limit"] = limits
            return .ignoring(MockResponse(status: .noContent, headers: headers))
        }
        let isKnown = request.headers["Upload-Draft-Interop-Version"] == String(version)
        let isComplete = request.headers["Upload-Complete"].map { $0 == "?1" }
        let announced = Self.number(request.headers[.contentLength])
        if let most = maximumRequestBytes, let announced, announced > most {
            return .ignoring(tooLarge())
        }
        let length = Self.number(request.headers["Upload-Length"]) ?? announced
        if let length, length > maximumBytes { return .ignoring(tooLarge()) }
        let name = begin(request, length: length)
        var interim: [MockResponse] = []
        if isKnown, isComplete != nil, announces {
            var early = MockResponse(status: 104)
            early.headers[.location] = "\(root)/\(name)"
            early.headers["Upload-Draft-Interop-Version"] = String(version)
            early.headers["Upload-Limit"] = limits
            interim = [early]
        }
        return MockReceiver(
            interim: interim,
            take: { [self] bytes in append(bytes, to: name) },
            answer: { [self] in
                guard isComplete == false else { return processed(name, isAppended: false) }
                var response = MockResponse(status: 201)
                response.headers[.location] = "\(root)/\(name)"
                response.headers["Upload-Complete"] = "?0"
                response.headers["Upload-Limit"] = limits
                return response
            }
        )
    }

    private func tooLarge() -> MockResponse {
        var response = MockResponse(status: 413)
        response.headers["Upload-Limit"] = limits
        return response
    }

    /// What the target makes of a whole upload.
    private func processed(_ name: String, isAppended: Bool) -> MockResponse {
        finish(name)
        let count = self[name]?.content.count ?? 0
        let response = MockResponse.json(["bytes": .number(JSONNumber(count))])
        return isAppended ? response.header("Upload-Complete", "?1") : response
    }

    private func draftOffset(_ name: String) -> MockResponse {
        guard let upload = self[name], let offset = toldOffset(name) else {
            return .status(.notFound)
        }
        var headers: Headers = [
            "Upload-Offset": String(offset), .cacheControl: "no-store",
            "Upload-Complete": upload.isComplete ? "?1" : "?0",
        ]
        headers["Upload-Length"] = upload.length.map(String.init)
        headers["Upload-Limit"] = limits
        return MockResponse(status: .noContent, headers: headers)
    }

    private func draftAppending(_ request: RecordedRequest, _ name: String) -> MockReceiver {
        guard let upload = self[name] else { return .ignoring(.status(.notFound)) }
        guard request.headers[.contentType] == "application/partial-upload" else {
            return .ignoring(.status(415))
        }
        guard !upload.isComplete else { return .ignoring(.status(.badRequest)) }
        guard Self.number(request.headers["Upload-Offset"]) == upload.content.count else {
            let offset = String(upload.content.count)
            return .ignoring(MockResponse(status: 409, headers: ["Upload-Offset": offset]))
        }
        let announced = Self.number(request.headers[.contentLength]) ?? 0
        if let most = maximumRequestBytes, announced > most { return .ignoring(tooLarge()) }
        let isLast = request.headers["Upload-Complete"] == "?1"
        return MockReceiver(
            take: { [self] bytes in append(bytes, to: name) },
            answer: { [self] in
                if isLast { return processed(name, isAppended: true) }
                return MockResponse(status: .noContent, headers: ["Upload-Complete": "?0"])
            }
        )
    }
}
