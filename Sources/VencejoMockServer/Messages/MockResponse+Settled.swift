import VencejoHTTP

extension MockResponse {
    /// The message that is really sent to this request: conditional, compressed, without content.
    package func settled(for request: RecordedRequest) -> MockResponse {
        guard delivery != .raw, delivery != .never else { return self }
        var settled = self
        let reads = request.method == .get || request.method == .head
        if reads, status == .ok, let tag = headers[.etag],
            let known = request.headers[.ifNoneMatch], EntityTag.matches(known, tag)
        {
            settled.status = .notModified
            settled.headers.remove(.contentType)
        } else if isCompressible, body.count > Gzip.threshold, !headers.contains(.contentEncoding),
            Gzip.isAccepted(request.headers[.acceptEncoding]), let packed = Gzip.pack(body)
        {
            settled.body = packed
            settled.headers[.contentEncoding] = "gzip"
        }
        if settled.status.hasNoContent {
            settled.body = []
        } else if delivery.tellsLength {
            settled.headers.setIfAbsent(.contentLength, String(settled.body.count))
        }
        if request.method == .head { settled.body = [] }
        return settled
    }
}

extension MockResponse.Delivery {
    /// Whether the connection ends with a message sent this way.
    var endsConnection: Bool {
        switch way {
        case .cutShort, .raw, .never: true
        case .whole, .chunked: false
        }
    }

    /// Whether the length is told in the head.
    fileprivate var tellsLength: Bool {
        switch way {
        case .chunked: false
        case .whole, .cutShort, .raw, .never: true
        }
    }
}
