import VencejoCore
import VencejoHTTP

extension CacheUse {
    /// The answer as the caller gets it, with a body that was read from the store.
    func made(for request: Request, _ body: ResponseBody) -> Response {
        var headers = response.headers
        for name in response.terms.withheld where source != .validated { headers.remove(name) }
        headers[.age] = String(age)
        var status = response.status
        if isNotModified {
            status = .notModified
            headers = Headers(headers.filter { Self.ofNotModified.contains($0.name) })
        } else if let part {
            status = .partialContent
            let total = response.isPartial ? response.range?.completeLength : response.length
            headers[.contentRange] =
                ContentRange(bytes: part, completeLength: total).description
            headers[.contentLength] = String(part.count)
        }
        var answer = Response(
            status: status,
            version: response.version,
            headers: headers,
            body: body,
            request: request
        )
        answer.source = source
        answer.age = age
        answer.attempts = 0
        return answer
    }

    /// Whether a body goes with the answer.
    func hasBody(_ method: HTTPMethod) -> Bool {
        method != .head && !isNotModified
    }

    /// The bytes of the stored body that are given; nil for all.
    var cut: Range<Int>? {
        guard let part else { return nil }
        let start = part.lowerBound - (response.range?.bytes?.lowerBound ?? 0)
        return start..<(start + part.count)
    }

    /// RFC 9110 §15.4.5.
    private static let ofNotModified: Set<HeaderName> = [
        .age, .cacheControl, .contentLocation, .date, .etag, .expires, .lastModified, .vary,
    ]
}

/// A part of a stored body, cut from its pieces.
final class BodyCut: BodySource {
    private let source: any BodySource
    private let cut: Range<Int>
    private let place: PlaceKeeper

    init(_ source: any BodySource, _ cut: Range<Int>) {
        self.source = source
        self.cut = cut
        place = PlaceKeeper()
    }

    func next() async throws(NetworkError) -> [UInt8]? {
        while place.value < cut.upperBound, let piece = try await source.next() {
            let range = place.value..<(place.value + piece.count)
            place.advance(by: piece.count)
            let wanted = range.clamped(to: cut)
            if wanted.isEmpty { continue }
            let start = wanted.lowerBound - range.lowerBound
            return Array(piece[start..<(start + wanted.count)])
        }
        source.cancel()
        return nil
    }

    func cancel() { source.cancel() }
}

extension HTTPStatus {
    static let gatewayTimeout: HTTPStatus = 504
}
