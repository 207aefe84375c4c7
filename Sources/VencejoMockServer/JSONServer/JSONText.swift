import VencejoJSON

/// JSON read and written the way json-server does.
enum JSONText: Sendable {
    static func parse(_ bytes: [UInt8]) -> JSONValue? {
        try? JSONValue(parsing: bytes)
    }

    /// More blanks than this are not written: deep nesting would make them out of little.
    private static let mostBlanks = 32 << 20

    /// Indented by two blanks; on one line where that would take too many of them.
    static func pretty(_ value: JSONValue) -> [UInt8] {
        var left = mostBlanks
        takeBlanks(of: value, depth: 1, from: &left)
        return value.serializedBytes(pretty: left >= 0)
    }

    /// Counts what indenting takes, and stops when nothing is left.
    private static func takeBlanks(of value: JSONValue, depth: Int, from left: inout Int) {
        switch value {
        case .array(let items):
            for item in items where left >= 0 {
                left -= 2 * depth
                takeBlanks(of: item, depth: depth + 1, from: &left)
            }
        case .object(let object):
            for (_, item) in object where left >= 0 {
                left -= 2 * depth
                takeBlanks(of: item, depth: depth + 1, from: &left)
            }
        case .null, .bool, .number, .string:
            return
        }
        left -= 2 * (depth - 1)
    }
}
