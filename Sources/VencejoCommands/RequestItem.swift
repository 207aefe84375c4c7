import VencejoCore
import VencejoHTTP
import VencejoJSON

/// One item after the address: `key=value`, `key:=json`, `key==query` or `Header:value`.
enum RequestItem: Sendable, Hashable {
    case field(String, String)
    case json(String, JSONValue)
    case query(String, String)
    case header(String, String)

    /// The first separator in the text decides; the longer wins where two begin together.
    init(_ text: String) throws(UsageError) {
        let bytes = Array(text.utf8)
        for index in bytes.indices where index > 0 {
            let rest = bytes[index...]
            if rest.starts(with: [0x3A, 0x3D]) {
                self = try Self.parsed(Self.text(bytes[..<index]), Self.text(rest.dropFirst(2)))
                return
            }
            if rest.starts(with: [0x3D, 0x3D]) {
                self = .query(Self.text(bytes[..<index]), Self.text(rest.dropFirst(2)))
                return
            }
            if bytes[index] == 0x3D {
                self = .field(Self.text(bytes[..<index]), Self.text(rest.dropFirst()))
                return
            }
            if bytes[index] == 0x3A {
                let value = Self.text(rest.dropFirst().drop { $0 == 0x20 })
                self = .header(Self.text(bytes[..<index]), value)
                return
            }
        }
        throw UsageError(
            "\(text.quotedWord) is none of key=value, key:=json, key==query, Header:value"
        )
    }

    private static func parsed(_ key: String, _ text: String) throws(UsageError) -> RequestItem {
        do {
            return .json(key, try JSONValue(parsing: Array(text.utf8)))
        } catch {
            // Nothing of the value is repeated, but where its fault is.
            let place = error.column.map { " (at column \($0))" } ?? ""
            throw UsageError("\((key + ":=…").quotedWord): the value is no JSON\(place)")
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

/// A command line that cannot be obeyed; the text says why.
struct UsageError: Error, Sendable {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// What an error says, a wrong command line's or another's.
    static func text(of error: any Error) -> String {
        (error as? UsageError)?.message ?? "\(error)"
    }
}
