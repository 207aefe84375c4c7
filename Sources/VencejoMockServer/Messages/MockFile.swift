import VencejoConcurrency
public import VencejoHTTP

/// A file as servers give it: whole or in ranges, tied to its version, and cut where a test wants.
///
///     let file = MockFile.patterned(count: 200 << 20).cut(at: [7_000_000, 90_000_001])
///     server.on(.file("big.bin", file))
///
/// It answers `Range` with one range, `If-Range`, `If-None-Match` and `HEAD` (RFC 9110 §13, §14).
/// Its bytes are made while they are sent. Each cut happens once: the connection is closed when so
/// many bytes of the file have gone out over it.
public struct MockFile: Sendable {
    /// Gives the bytes of a range of the file.
    public typealias Bytes = @Sendable (Range<Int>) -> [UInt8]

    public let count: Int
    /// The value of `ETag`, quotes included; nil for none.
    public var etag: String? = "\"v1\""
    /// The value of `Last-Modified`; nil for none.
    public var lastModified: String?
    /// Whether ranges are given; without, each answer is the whole file.
    public var givesRanges = true
    /// Further fields of each answer.
    public var headers = Headers()
    private let bytes: Bytes
    private var cuts = Cuts([])

    private final class Cuts: Sendable {
        let left: Locked<[Int]>

        init(_ places: [Int]) {
            left = Locked(places)
        }
    }

    /// A file whose bytes are made when they are needed.
    public init(count: Int, bytes: @escaping Bytes) {
        self.count = max(0, count)
        self.bytes = bytes
    }

    /// A file in memory.
    public init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { Array(bytes[$0]) }
    }

    /// A file of any size whose bytes differ from place to place, and from seed to seed.
    public static func patterned(count: Int, seed: UInt64 = 1) -> MockFile {
        let block = 64 << 10
        var generator = SplitMix(seed: seed)
        var words: [UInt64] = []
        for _ in 0..<(2 * block / 8) { words.append(generator.next()) }
        let noise = words.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        // Each block is another window on the noise: whole slices are copied, no bytes made.
        return MockFile(count: count) { range in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(range.count)
            var place = range.lowerBound
            while place < range.upperBound {
                let number = place / block
                let end = min((number + 1) * block, range.upperBound)
                let window = number * 40_503 % block - number * block
                bytes += noise[(window + place)..<(window + end)]
                place = end
            }
            return bytes
        }
    }

    /// All of its bytes.
    public var contents: [UInt8] { count == 0 ? [] : bytes(0..<count) }

    /// The bytes of a range, which must be within the file.
    public func bytes(in range: Range<Int>) -> [UInt8] {
        range.isEmpty ? [] : bytes(range)
    }

    /// This file, of which the connection is closed after so many bytes, once for each.
    public func cut(at places: [Int]) -> MockFile {
        var copy = self
        copy.cuts = Cuts(places.sorted())
        return copy
    }

    /// The answer to a request for it.
    public func response(to request: RecordedRequest) -> MockResponse {
        let sent: Range<Int>
        var response: MockResponse
        switch asked(request) {
        case .nothing:
            return MockResponse(status: 416, headers: fields)
                .header(.contentRange, "bytes */\(count)")
        case .whole:
            sent = 0..<count
            response = MockResponse.stream(stream(sent))
            response.headers = fields
        case .part(let range):
            sent = range
            response = MockResponse.stream(stream(sent), status: 206)
            response.headers = fields
            let bytes = range.lowerBound...(range.upperBound - 1)
            let field = ContentRange(bytes: bytes, completeLength: count)
            response.headers[.contentRange] = field.description
        }
        guard request.method != .head, let cut = takeCut(sent) else { return response }
        return response.failing(.close(after: .body(cut - sent.lowerBound)))
    }

    private var fields: Headers {
        var fields = headers
        fields.setIfAbsent(.contentType, "application/octet-stream")
        if let etag { fields[.etag] = etag }
        if let lastModified { fields[.lastModified] = lastModified }
        fields[.acceptRanges] = givesRanges ? "bytes" : "none"
        return fields
    }

    private enum Asked: Sendable {
        case whole
        case part(Range<Int>)
        case nothing
    }

    private func asked(_ request: RecordedRequest) -> Asked {
        guard givesRanges, request.method == .get, let text = request.headers[.range],
            let ranges = ByteRanges(text), ranges.parts.count == 1, let part = ranges.parts.first,
            isCurrent(request.headers[.ifRange])
        else { return .whole }
        let (first, end) =
            switch part {
            case .from(let first): (first, count)
            case .between(let bytes): (bytes.lowerBound, min(bytes.upperBound + 1, count))
            case .last(let number): (max(0, count - number), count)
            }
        return first < end ? .part(first..<end) : .nothing
    }

    /// RFC 9110 §13.1.5: by strong comparison, or the very date.
    private func isCurrent(_ field: String?) -> Bool {
        guard let field else { return true }
        if let tag = EntityTag(field) {
            return etag.flatMap { EntityTag($0) }.map { tag.stronglyMatches($0) } ?? false
        }
        return field == lastModified
    }

    private func takeCut(_ range: Range<Int>) -> Int? {
        cuts.left.withLock { left in
            guard let index = left.firstIndex(where: { range.contains($0) }) else { return nil }
            return left.remove(at: index)
        }
    }

    private func stream(_ range: Range<Int>) -> MockStream {
        MockStream(count: range.count) { [bytes] offset in
            let start = range.lowerBound + offset
            guard start < range.upperBound else { return nil }
            return bytes(start..<min(start + 65_536, range.upperBound))
        }
    }
}

extension Route {
    /// Serves a file, to `GET` and `HEAD`.
    public static func file(_ path: String, _ file: MockFile) -> Route {
        Route(.get, path) { file.response(to: $0) }
    }
}
