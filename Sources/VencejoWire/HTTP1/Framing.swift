import VencejoHTTP

/// What the fields of a head say about its body and its connection.
struct Framing: Sendable {
    var length: Int?
    var codings: [String] = []
    var closes = false
    var keepsAlive = false
    var upgrades = false
    var expectsContinue = false
    private var lengthFields = 0
    private var hosts = 0
    private(set) var fault: WireError?

    init(_ block: FieldBlock) {
        var namesProtocol = false
        unsafe block.forEachSteeringField { field, line, bytes in
            switch field {
            case .contentLength:
                if unsafe !takePlainLength(bytes) { takeLength(block.value(line)) }
            case .transferEncoding: takeCodings(block.value(line))
            case .connection:
                if unsafe !takePlainOption(bytes) { takeOptions(block.value(line)) }
            case .upgrade: namesProtocol = true
            case .expect:
                if block.value(line).lowercased() == "100-continue" { expectsContinue = true }
            case .host: hosts += 1
            }
        }
        if !namesProtocol { upgrades = false }
        if !codings.isEmpty, lengthFields > 0 { fault = fault ?? .conflictingLengths }
    }

    private mutating func takeCodings(_ value: String) {
        let members = Self.members(value)
        if members.isEmpty { fault = fault ?? .badTransferEncoding }
        codings += members
    }

    /// Takes what nearly every server says of its connection: one word in small letters.
    private mutating func takePlainOption(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if unsafe Self.isEqual(bytes, "keep-alive") {
            keepsAlive = true
        } else if unsafe Self.isEqual(bytes, "close") {
            closes = true
        } else {
            return false
        }
        return true
    }

    private static func isEqual(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ text: StaticString
    ) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        let text = unsafe text.utf8Start
        for index in bytes.indices where unsafe bytes[index] != text[index] { return false }
        return true
    }

    private mutating func takeOptions(_ value: String) {
        let options = Self.members(value)
        if options.contains("close") { closes = true }
        if options.contains("keep-alive") { keepsAlive = true }
        if options.contains("upgrade") { upgrades = true }
    }

    private mutating func takePlainLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard lengthFields == 0, let number = unsafe Self.plainNumber(bytes) else { return false }
        lengthFields = 1
        length = number
        return true
    }

    /// RFC 9112 §6.3: the same length said again is one length.
    private mutating func takeLength(_ value: String) {
        for part in value.utf8.split(separator: 0x2C, omittingEmptySubsequences: false) {
            lengthFields += 1
            guard let number = Self.number(part) else {
                fault = fault ?? .badContentLength
                continue
            }
            if let length, length != number { fault = fault ?? .conflictingLengths }
            length = number
        }
    }

    /// The number that nearly every server writes: digits alone, and few enough to fit.
    private static func plainNumber(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
        guard 1...18 ~= digits.count else { return nil }
        var number = 0
        for index in digits.indices {
            let digit = unsafe digits[index] &- 0x30
            guard digit < 10 else { return nil }
            number = number &* 10 &+ Int(digit)
        }
        return number
    }

    private static func number(_ text: Substring.UTF8View) -> Int? {
        var text = text
        while text.first?.isBlank == true { text.removeFirst() }
        while text.last?.isBlank == true { text.removeLast() }
        guard !text.isEmpty else { return nil }
        var number = 0
        for byte in text {
            guard byte &- 0x30 < 10 else { return nil }
            let (tens, first) = number.multipliedReportingOverflow(by: 10)
            let (sum, second) = tens.addingReportingOverflow(Int(byte &- 0x30))
            guard !first, !second else { return nil }
            number = sum
        }
        return number
    }

    /// The members of a list in small letters, empty ones left out.
    private static func members(_ value: String) -> [String] {
        value.utf8.split(separator: 0x2C).compactMap { part in
            var part = part
            while part.first?.isBlank == true { part.removeFirst() }
            while part.last?.isBlank == true { part.removeLast() }
            return part.isEmpty ? nil : String(Substring(part)).lowercased()
        }
    }
}

extension Framing {
    private static let known: Set<String> = [
        "chunked", "compress", "deflate", "gzip", "identity", "x-compress", "x-gzip",
    ]

    /// Where the body of a request ends; anything doubtful is an error (RFC 9112 §6.3).
    func request(_ line: RequestLine) throws(WireError) -> BodyFraming {
        if let fault { throw fault }
        guard hosts <= 1 else { throw .badHeader(.repeatedHost) }
        guard lengthFields <= 1 else { throw .conflictingLengths }
        if !codings.isEmpty {
            guard line.version.major == 1, line.version.minor >= 1, codings.last == "chunked",
                !codings.dropLast().contains("chunked"), codings.allSatisfy(Self.known.contains)
            else { throw .badTransferEncoding }
        }
        if line.method == .connect { return .none }
        if !codings.isEmpty { return .chunked }
        return length.map { $0 == 0 ? .none : .length($0) } ?? .none
    }

    /// Where the body of an answer ends (RFC 9112 §6.3).
    func response(_ line: StatusLine, to method: HTTPMethod) throws(WireError) -> BodyFraming {
        if method == .head || line.status.hasNoContent { return .none }
        if method == .connect, line.status.isSuccess { return .none }
        if let fault { throw fault }
        if let last = codings.last {
            guard last == "chunked" else { return .untilClose }
            guard !codings.dropLast().contains("chunked") else { throw .badTransferEncoding }
            return .chunked
        }
        return length.map { $0 == 0 ? .none : .length($0) } ?? .untilClose
    }

    /// Whether the connection lives on (RFC 9112 §9.3).
    func keepAlive(_ version: HTTPVersion, _ framing: BodyFraming) -> Bool {
        guard !closes, framing != .untilClose, fault == nil, version.major == 1 else {
            return false
        }
        // RFC 9112 §6.1: a coding in a message of HTTP/1.0 is not to be trusted further.
        return version.minor >= 1 || keepsAlive && codings.isEmpty
    }
}
