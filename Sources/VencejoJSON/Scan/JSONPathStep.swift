/// One step from a JSON value into it.
enum JSONPathStep: Sendable, Hashable {
    case key(String)
    case index(Int)

    /// A path as people write it: `users[3].contact_info.phone`, `["two words"].x`.
    static func text(_ steps: [JSONPathStep]) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key) where plain(key): text += text.isEmpty ? key : ".\(key)"
            case .key(let key): text += "[\(JSONValue.string(key).serialized())]"
            }
        }
        return text
    }

    private static func plain(_ key: String) -> Bool {
        !key.isEmpty
            && key.unicodeScalars.allSatisfy {
                $0.value > 0x7F || $0 == "_" || $0 == "-" || $0 == "$" || $0 == "@"
                    || ("0"..."9").contains($0) || ("a"..."z").contains($0)
                    || ("A"..."Z").contains($0)
            }
    }
}
