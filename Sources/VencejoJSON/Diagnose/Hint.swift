/// Guesses at what would mend a fault; made when an error leaves the coder, never before.
enum Hint {
    /// The member that a missing key was meant to be.
    ///
    /// - Parameters:
    ///   - key: The coding key, in Swift's spelling.
    ///   - object: The object that lacks it.
    static func missing(_ key: String, in object: JSONObject, _ keys: KeyStrategy) -> String? {
        let raw = keys.encoded(key)
        let names = object.keys
        func found(_ name: String, _ advice: String) -> String {
            "`\(raw)` is absent; the document has `\(name)`: \(advice)"
        }
        if keys.isDefault, let name = names.first(where: { KeyStrategy.camelCase($0) == key }) {
            return found(name, "use .snakeCase or a CodingKey")
        }
        if let name = Similarity.closest(to: raw, among: names) {
            return found(name, "use a CodingKey, if that is meant")
        }
        for (name, value) in object.prefix(50) {
            guard let inner = value.objectValue, inner.contains(key: raw) else { continue }
            return "`\(raw)` is absent; the document has it inside `\(name)`: read at \"\(name)\""
        }
        return nil
    }

    /// The trap of a coding key spelt as in the text together with a strategy that respells it.
    static func trap(_ key: String, in object: JSONObject, _ keys: KeyStrategy) -> String? {
        guard !keys.isDefault, keys.decoded(key) != key, object.contains(key: key)
        else { return nil }
        let plain = keys.decoded(key)
        return "the document has `\(key)`, but the key strategy reads it as `\(plain)`: "
            + "give the coding key the raw value `\(plain)`, or use .useDefaultKeys"
    }

    /// What would read a value of another type.
    static func mismatch(_ expected: String, _ value: JSONValue) -> String? {
        switch value {
        case .string(let text) where numeric.contains(expected) && JSONNumber(text) != nil:
            return "the number is in quotes: @Flexible reads it"
        case .string(let text) where expected == "Bool" && Bool(text) != nil:
            return "the Boolean is in quotes: @Flexible reads it"
        case .number where expected == "String" || expected == "Bool":
            return "@Flexible reads numbers as \(expected)"
        case .number where expected == "Date":
            return "use .secondsSince1970, .millisecondsSince1970 or .tolerant dates"
        case .object(let object) where expected == "array":
            let arrays = object.filter { $0.value.arrayValue != nil }
            guard arrays.count == 1 else { return nil }
            return "the document has an array in `\(arrays[0].key)`: read at \"\(arrays[0].key)\""
        default: return nil
        }
    }

    private static let numeric: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "Double", "Float",
    ]

    /// What would read a value in a form other than the one asked for.
    static func form(_ expected: String, _ kind: JSONError.Kind, _ value: JSONValue) -> String? {
        guard kind == .notADate else { return mismatch(expected, value) }
        let known = value.stringValue.flatMap { DateTolerance().seconds($0) }
        return known == nil ? nil : "use .tolerant dates"
    }
}
