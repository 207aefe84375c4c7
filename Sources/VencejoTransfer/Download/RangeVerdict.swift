package import VencejoHTTP

/// What of a resource a request asked for.
package struct AskedRange: Sendable, Hashable {
    /// The first byte.
    package var from: Int
    /// The byte after the last; nil for all that follows.
    package var upTo: Int?
    /// Whether a range was named at all.
    package var isRange: Bool
    /// What the range was tied to.
    package var validator: StrongValidator?
    /// The bytes of the whole, where they are known.
    package var total: Int?

    package init(
        from: Int = 0,
        upTo: Int? = nil,
        isRange: Bool,
        validator: StrongValidator? = nil,
        total: Int? = nil
    ) {
        self.from = from
        self.upTo = upTo
        self.isRange = isRange
        self.validator = validator
        self.total = total
    }

    /// The value of `Range`.
    package var field: String { "bytes=\(from)-\(upTo.map { String($0 - 1) } ?? "")" }
}

/// What an answer is to somebody who asked for a part (RFC 9110 §14, §15.3.7).
package enum RangeVerdict: Sendable, Hashable {
    /// The whole, from its first byte on; the total where it is known.
    case whole(total: Int?)
    /// What was asked for, or its beginning: up to a byte, which is not in it.
    case part(upTo: Int, total: Int?)
    /// What is there is a part of something else by now: begin again.
    case anew
    /// An answer that makes no sense; the text says why.
    case refused(String)
    /// No success.
    case failed(HTTPStatus)

    package init(
        _ asked: AskedRange,
        status: HTTPStatus,
        headers: Headers,
        isDecoded: Bool = false
    ) {
        switch status.code {
        case 206: self = Self.part(asked, headers, isDecoded: isDecoded)
        case 200..<300:
            let length = isDecoded ? nil : headers[.contentLength].flatMap { Int($0) }
            self = .whole(total: length)
        case 412 where asked.isRange, 416 where asked.isRange: self = .anew
        default: self = .failed(status)
        }
    }

    private static func part(
        _ asked: AskedRange,
        _ headers: Headers,
        isDecoded: Bool
    ) -> RangeVerdict {
        guard asked.isRange else { return .refused("206 to a request for the whole") }
        guard let text = headers[.contentRange], let range = ContentRange(text),
            let bytes = range.bytes
        else { return .refused("206 without a usable Content-Range") }
        guard bytes.lowerBound == asked.from else {
            return .refused("asked for \(asked.field), and got \(range)")
        }
        if let upTo = asked.upTo, bytes.upperBound >= upTo {
            return .refused("asked for \(asked.field), and got \(range)")
        }
        if let length = headers[.contentLength].flatMap({ Int($0) }), length != bytes.count {
            return .refused("\(length) bytes of content under \(range)")
        }
        // Bytes of a coding are none of the file's.
        if isDecoded { return .refused("a part of a coded whole, although none was asked for") }
        if let total = asked.total, let length = range.completeLength, total != length {
            return .anew
        }
        if let validator = asked.validator, validator.isContradicted(by: headers) { return .anew }
        return .part(upTo: bytes.upperBound + 1, total: range.completeLength)
    }
}
