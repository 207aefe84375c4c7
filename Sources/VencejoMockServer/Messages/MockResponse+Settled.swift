import VencejoDeflate
import VencejoHTTP

extension MockResponse {
    /// Smaller bodies are sent as they are.
    private static let compressionThreshold = 1024

    /// The message that is really sent to this request: conditional, compressed, without content.
    package func settled(for request: RecordedRequest) -> MockResponse {
        guard delivery != .raw, delivery != .never else { return self }
        var settled = self
        let reads = request.method == .get || request.method == .head
        if reads, status == .ok, let tag = headers[.etag],
            let known = request.headers[.ifNoneMatch], Validators.names(known, tag)
        {
            settled.status = .notModified
            settled.headers.remove(.contentType)
        } else if isCompressible, stream == nil, body.count > Self.compressionThreshold,
            !headers.contains(.contentEncoding),
            AcceptEncoding.allowsGzip(request.headers[.acceptEncoding]),
            let packed = Gzip.pack(body)
        {
            settled.body = packed
            settled.headers[.contentEncoding] = "gzip"
        }
        if settled.status.hasNoContent { settled.dropBody() }
        settled.tellLength()
        if request.method == .head { settled.dropBody() }
        return settled
    }

    private mutating func dropBody() {
        body = []
        stream = nil
    }

    /// A length that somebody set stays, right or wrong; a body without one ends the connection.
    private mutating func tellLength() {
        guard delivery.tellsLength, !status.hasNoContent else { return }
        if let count = stream.map(\.count) ?? body.count {
            headers.setIfAbsent(.contentLength, String(count))
        } else {
            closesConnection = true
        }
    }
}

extension MockResponse.Delivery {
    /// Whether the connection ends with a message sent this way.
    var endsConnection: Bool {
        switch way {
        case .raw, .never: true
        case .whole, .chunked: false
        }
    }

    /// Whether the length is told in the head.
    fileprivate var tellsLength: Bool {
        switch way {
        case .chunked: false
        case .whole, .raw, .never: true
        }
    }
}
