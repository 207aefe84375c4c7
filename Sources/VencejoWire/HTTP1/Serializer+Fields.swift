package import VencejoHTTP

extension Serializer {
    /// Appends `method SP target SP HTTP/1.1 CRLF`.
    ///
    /// The target is a path and, after a question mark, a query.
    package static func requestLine(
        method: HTTPMethod,
        path: String,
        query: String?,
        into bytes: inout [UInt8]
    ) throws(WireError) {
        guard !method.rawValue.isEmpty, !path.isEmpty,
            append(method.rawValue, where: \.isToken, to: &bytes)
        else { throw .badStartLine }
        bytes.append(0x20)
        guard append(path, where: isTarget, to: &bytes) else { throw .badStartLine }
        if let query {
            bytes.append(UInt8(ascii: "?"))
            guard append(query, where: isTarget, to: &bytes) else { throw .badStartLine }
        }
        append(static: " HTTP/1.1\r\n", to: &bytes)
    }

    /// Appends one field line.
    package static func field(
        _ name: HeaderName,
        _ value: String,
        into bytes: inout [UInt8]
    ) throws(WireError) {
        guard !name.rawValue.isEmpty, append(name.rawValue, where: \.isToken, to: &bytes) else {
            throw .badHeader(.badName)
        }
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        guard append(value, where: isContent, to: &bytes) else {
            throw .badHeader(.controlCharacter)
        }
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

    /// Appends a field line whose value is a number.
    package static func field(_ name: HeaderName, _ value: Int, into bytes: inout [UInt8]) {
        append(name.rawValue, to: &bytes)
        append(static: ": ", to: &bytes)
        number(value, into: &bytes)
        append(static: "\r\n", to: &bytes)
    }

    /// Appends the digits of a number that is not negative.
    package static func number(_ value: Int, into bytes: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = UInt(value.magnitude)
            var start = digits.count
            repeat {
                start -= 1
                unsafe digits[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
                rest /= 10
            } while rest > 0
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends text of the program itself.
    package static func append(static text: StaticString, to bytes: inout [UInt8]) {
        let utf8 = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe bytes.append(contentsOf: utf8)
    }

    /// Appends text that is known to be fit.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        append(text, where: { _ in true }, to: &bytes)
    }

    /// Appends text and says whether every byte of it was allowed.
    @discardableResult
    @inline(__always)
    static func append(
        _ text: String,
        where isAllowed: (UInt8) -> Bool,
        to bytes: inout [UInt8]
    ) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            var isFit = true
            for index in utf8.indices where unsafe !isAllowed(utf8[index]) { isFit = false }
            unsafe bytes.append(contentsOf: utf8)
            return isFit
        }
    }

    /// Whether a byte may stand in a request's target.
    static func isTarget(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }

    /// Whether a byte may stand in a field's value (RFC 9110 §5.5).
    static func isContent(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09
    }
}
