import VencejoHTTP

/// A character encoding that text of an answer may come in.
enum Charset: Sendable, Hashable {
    case utf8
    /// UTF-16; big-endian where no byte order mark says otherwise (RFC 2781 §4.3).
    case utf16
    case utf16BigEndian
    case utf16LittleEndian
    case utf32
    /// ISO-8859-1: each byte is the character of its number.
    case latin1
    case windows1252
    case ascii

    /// Whether JSON may come in it, by an earlier standard at least (RFC 4627 §3).
    var isUnicode: Bool {
        switch self {
        case .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32: true
        case .latin1, .windows1252, .ascii: false
        }
    }

    /// The encoding of a registered name, whatever its case.
    init?(named name: some StringProtocol) {
        switch name.lowercased() {
        case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
        case "utf-16", "utf16", "ucs-2", "iso-10646-ucs-2": self = .utf16
        case "utf-16be": self = .utf16BigEndian
        case "utf-16le": self = .utf16LittleEndian
        case "utf-32", "utf-32be", "utf-32le": self = .utf32
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1": self = .latin1
        case "windows-1252", "cp1252", "x-cp1252", "ansi": self = .windows1252
        case "us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us": self = .ascii
        default: return nil
        }
    }

    /// The encoding that the content type names, if it names one that is known here.
    init?(contentTypeOf headers: Headers) {
        guard let value = headers[.contentType] else { return nil }
        // What nearly every answer says is not worth a parse.
        if value.hasSuffix("; charset=utf-8") {
            self = .utf8
            return
        }
        guard value.utf8.contains(UInt8(ascii: ";")), let name = MediaType(value)?.charset else {
            return nil
        }
        self.init(named: name.filter { $0 != "'" })
    }
}
