import VencejoConcurrency
import VencejoDigest
import VencejoHTTP

/// tus 1.0, <https://tus.io/protocols/resumable-upload>.
extension MockUploads {
    func tus(_ request: RecordedRequest, _ name: String?, _ root: String) -> MockReceiver {
        if request.method == .options { return .ignoring(tusHead(.noContent, tusAbilities)) }
        guard request.headers["Tus-Resumable"] == "1.0.0" else {
            return .ignoring(tusHead(412, ["Tus-Version": "1.0.0"]))
        }
        switch (request.method, name) {
        case (.post, nil): return tusCreation(request, root)
        case (.head, let name?): return .ignoring(tusOffset(name))
        case (.patch, let name?): return tusAppending(request, name)
        case (.delete, let name?):
            return .ignoring(tusHead(remove(name) ? .noContent : .notFound, [:]))
        default: return .ignoring(tusHead(405, [:]))
        }
    }

    private func tusHead(_ status: HTTPStatus, _ headers: Headers) -> MockResponse {
        var response = MockResponse(status: status, headers: headers)
        response.headers["Tus-Resumable"] = "1.0.0"
        return response
    }

    private var tusAbilities: Headers {
        [
            "Tus-Version": "1.0.0", "Tus-Max-Size": String(maximumBytes),
            "Tus-Extension": "creation,creation-with-upload,expiration,termination,checksum",
            "Tus-Checksum-Algorithm": "sha1,sha256",
        ]
    }

    private func withExpiry(_ headers: Headers) -> Headers {
        guard case .at(let date) = expiry else { return headers }
        return headers.merging(["Upload-Expires": date.description])
    }

    private func tusCreation(_ request: RecordedRequest, _ root: String) -> MockReceiver {
        guard let length = Self.number(request.headers["Upload-Length"]) else {
            return .ignoring(tusHead(.badRequest, [:]))
        }
        guard length <= maximumBytes else { return .ignoring(tusHead(413, [:])) }
        let name = begin(request, length: length)
        let headers = withExpiry([.location: "\(root)/\(name)"])
        let hasContent = request.headers[.contentType] == "application/offset+octet-stream"
        return MockReceiver(
            take: { [self] bytes in hasContent ? append(bytes, to: name) : true },
            answer: { [self, headers] in
                var headers = headers
                let count = self[name]?.content.count ?? 0
                if hasContent { headers["Upload-Offset"] = String(count) }
                if count == length { finish(name) }
                return tusHead(201, headers)
            }
        )
    }

    private func tusOffset(_ name: String) -> MockResponse {
        guard let upload = self[name], let offset = toldOffset(name) else {
            return tusHead(.notFound, [:])
        }
        var headers: Headers = ["Upload-Offset": String(offset), .cacheControl: "no-store"]
        headers["Upload-Length"] = upload.length.map(String.init)
        return tusHead(.ok, headers)
    }

    private func tusAppending(_ request: RecordedRequest, _ name: String) -> MockReceiver {
        guard let upload = self[name] else { return .ignoring(tusHead(.notFound, [:])) }
        guard request.headers[.contentType] == "application/offset+octet-stream" else {
            return .ignoring(tusHead(415, [:]))
        }
        let start = upload.content.count
        guard Self.number(request.headers["Upload-Offset"]) == start else {
            return .ignoring(tusHead(409, [:]))
        }
        let announced = Self.number(request.headers[.contentLength]) ?? 0
        if let most = maximumRequestBytes, announced > most {
            return .ignoring(tusHead(413, [:]))
        }
        if let length = upload.length, start + announced > length {
            return .ignoring(tusHead(.badRequest, [:]))
        }
        return MockReceiver(
            take: { [self] bytes in
                guard append(bytes, to: name) else {
                    // Bytes with a digest count together or not at all.
                    if request.headers.contains("Upload-Checksum") { shorten(name, to: start) }
                    return false
                }
                return true
            },
            answer: { [self] in
                guard let upload = self[name] else { return tusHead(.notFound, [:]) }
                if let sum = request.headers["Upload-Checksum"],
                    !Self.matches(sum, upload.content[start...])
                {
                    shorten(name, to: start)
                    return tusHead(460, [:])
                }
                let count = upload.content.count
                if count == upload.length { finish(name) }
                let headers: Headers = ["Upload-Offset": String(count)]
                return tusHead(.noContent, withExpiry(headers))
            }
        )
    }

    private static func matches(_ sum: String, _ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = sum.split(separator: " ")
        guard parts.count == 2, let algorithm = HashAlgorithm(rawValue: String(parts[0])),
            let digest = Hash.digest(algorithm, of: Array(bytes))
        else { return false }
        return StructuredBase64.encode(digest) == Array(parts[1].utf8)
    }
}
