public import VencejoHTTP

extension MockResponse {
    /// This answer with things that go wrong.
    public func failing(_ faults: Fault...) -> MockResponse {
        var copy = self
        copy.faults += faults
        return copy
    }

    /// A body made while it is sent.
    ///
    /// With a count its length is told. Without one the connection ends with it, unless it is
    /// sent ``chunked(of:)``.
    public static func stream(
        _ stream: MockStream,
        contentType: String? = nil,
        status: HTTPStatus = .ok
    ) -> MockResponse {
        var response = MockResponse(status: status)
        response.stream = stream
        response.headers[.contentType] = contentType
        return response
    }

    /// Interim answers before this one, such as 103 (RFC 9110 §15.2); their bodies are not sent.
    public func preceded(by interim: MockResponse...) -> MockResponse {
        var copy = self
        copy.interim += interim
        return copy
    }

    /// This answer in chunks of these sizes, over and over.
    public func chunked(sizes: [Int]) -> MockResponse {
        delivered(.chunked(sizes: sizes))
    }

    /// This answer with a field after its body; it is sent when the body is in chunks.
    public func trailer(_ name: HeaderName, _ value: String) -> MockResponse {
        var copy = self
        copy.trailers.append(name, value)
        return copy
    }
}
