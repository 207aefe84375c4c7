/// A request method (RFC 9110 §9).
public struct HTTPMethod: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    public let rawValue: String

    /// Any text; whether it is a token is asked by ``isToken`` before anything is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }

    public static let get = HTTPMethod(rawValue: "GET")
    public static let head = HTTPMethod(rawValue: "HEAD")
    public static let post = HTTPMethod(rawValue: "POST")
    public static let put = HTTPMethod(rawValue: "PUT")
    public static let patch = HTTPMethod(rawValue: "PATCH")
    public static let delete = HTTPMethod(rawValue: "DELETE")
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    public static let trace = HTTPMethod(rawValue: "TRACE")
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    public static let query = HTTPMethod(rawValue: "QUERY")
}

extension HTTPMethod: CustomStringConvertible {
    public var description: String { rawValue }
}

extension HTTPMethod {
    /// Whether the method asks for nothing to change on the server (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, .query: true
        default: false
        }
    }

    /// Whether sending twice has the effect of sending once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// Whether the text is a token (RFC 9110 §5.6.2), and so may stand in a request line.
    public var isToken: Bool {
        !rawValue.isEmpty && rawValue.everyByte(\.isTokenByte)
    }
}

extension UInt8 {
    /// Whether the byte is a `tchar` (RFC 9110 §5.6.2).
    @inlinable package var isTokenByte: Bool {
        // One bit for each byte of ASCII: digits and `!#$%&'*+-.`, letters and `^_`|~`.
        let bits: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }

    /// The byte with an ASCII capital made small.
    @inlinable package var asciiLowercased: UInt8 {
        self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
    }
}
