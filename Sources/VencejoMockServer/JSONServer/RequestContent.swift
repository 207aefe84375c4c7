import VencejoHTTP
import VencejoJSON

/// The members that a request's body gives to an item.
struct RequestContent: Sendable {
    var object: JSONObject

    /// Nil when the body says that it is JSON and is not.
    init?(_ request: RecordedRequest) {
        object = JSONObject()
        guard !request.body.isEmpty else { return }
        switch Self.mediaType(request.headers[.contentType]) {
        case "application/json":
            guard let value = JSONText.parse(request.body) else { return nil }
            guard let members = Self.members(of: value) else { return nil }
            object = members
        case "application/x-www-form-urlencoded":
            takeForm(request.text)
        default:
            break
        }
    }

    private static func mediaType(_ field: String?) -> String {
        String((field ?? "").prefix { $0 != ";" }.lowercased()).trimmingBlanks.description
    }

    /// An array's items become members named by their index; the last of equal names wins.
    private static func members(of value: JSONValue) -> JSONObject? {
        var members = JSONObject()
        switch value {
        case .object(let object):
            for (key, value) in object { members[key] = value }
        case .array(let items):
            for (index, item) in items.enumerated() { members[String(index)] = item }
        case .null, .bool, .number, .string:
            return nil
        }
        return members
    }

    /// Values are texts; a name given again makes an array.
    private mutating func takeForm(_ text: String) {
        for pair in PercentCoding.form(text) {
            switch object[pair.name] {
            case .array(let items): object[pair.name] = .array(items + [.string(pair.value)])
            case let first?: object[pair.name] = .array([first, .string(pair.value)])
            case nil: object[pair.name] = .string(pair.value)
            }
        }
    }
}
