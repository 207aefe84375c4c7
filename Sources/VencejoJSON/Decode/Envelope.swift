/// The way through what is wrapped around a value: `data.items`, `result[0].user`.
enum Envelope {
    /// The steps of a path; names with dots, brackets or quotes in them stand as `["a.b"]`.
    static func steps(_ path: String) -> [JSONPathStep] {
        var steps: [JSONPathStep] = []
        var rest = path[...]
        while let first = rest.first {
            if first == "." {
                rest = rest.dropFirst()
            } else if first == "[", let (step, end) = bracketed(rest) {
                steps.append(step)
                rest = rest[end...]
            } else {
                let name = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
                steps.append(.key(String(first) + name))
                rest = rest[name.endIndex...]
            }
        }
        return steps
    }

    /// `[3]` or `["two words"]`.
    private static func bracketed(_ text: Substring) -> (JSONPathStep, String.Index)? {
        var quoted = false
        var escaped = false
        for index in text.indices.dropFirst() {
            let character = text[index]
            if escaped {
                escaped = false
            } else if quoted, character == "\\" {
                escaped = true
            } else if character == "\"" {
                quoted.toggle()
            } else if character == "]", !quoted {
                let inner = text[text.index(after: text.startIndex)..<index]
                let end = text.index(after: index)
                if let position = Int(inner), position >= 0 { return (.index(position), end) }
                let name = try? JSONValue(parsing: String(inner)).stringValue
                return name.map { (.key($0), end) }
            }
        }
        return nil
    }
}

extension JSONPathStep {
    /// What lies one step inside a value.
    func value(in whole: JSONValue) -> JSONValue? {
        switch self {
        case .key(let key): whole[key]
        case .index(let index): whole[index]
        }
    }
}

/// A value below others, reached through ordinary containers so that errors keep their place.
struct Unwrapped<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let way = CodingUserInfoKey.envelope.flatMap { decoder.userInfo[$0] as? Way }
        let (steps, keys) = (way?.steps ?? [], way?.keys ?? .useDefaultKeys)
        value = try Self.read(steps[...], keys, decoder)
    }

    private static func read(
        _ steps: ArraySlice<JSONPathStep>,
        _ keys: KeyStrategy,
        _ decoder: any Decoder
    ) throws -> Value {
        guard let step = steps.first else {
            return try decoder.singleValueContainer().decode(Value.self)
        }
        let rest = steps.dropFirst()
        switch step {
        case .key(let name):
            let key = JSONKey(keys.decoded(name))
            let container = try decoder.container(keyedBy: JSONKey.self)
            if rest.isEmpty || !container.contains(key) {
                return try container.decode(Value.self, forKey: key)
            }
            return try read(rest, keys, container.superDecoder(forKey: key))
        case .index(let index):
            var container = try decoder.unkeyedContainer()
            for _ in 0..<index { _ = try container.decode(Skipped.self) }
            if rest.isEmpty { return try container.decode(Value.self) }
            return try read(rest, keys, container.superDecoder())
        }
    }

    private struct Skipped: Decodable {
        init(from decoder: any Decoder) {}
    }
}

/// What is looked for, and how names are spelt on the way.
private struct Way: Sendable {
    let steps: [JSONPathStep]
    let keys: KeyStrategy
}

extension CodingUserInfoKey {
    fileprivate static var envelope: CodingUserInfoKey? { .init(rawValue: "vencejo.envelope") }
}

extension JSON {
    /// Reads a value from below what is wrapped around it.
    ///
    ///     let items = try json.decode([Item].self, from: body, at: "data.items")
    ///
    /// - Parameters:
    ///   - type: The type of the value itself.
    ///   - bytes: The whole text.
    ///   - path: The names that lead to the value, as the text spells them; `[0]` is an element.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8],
        at path: String
    ) throws(JSONError) -> T {
        var json = self
        json.envelope = ""
        let steps = Envelope.steps(path)
        if steps.isEmpty { return try json.decode(type, from: bytes) }
        if let key = CodingUserInfoKey.envelope {
            json.userInfo[key] = Way(steps: steps, keys: keys)
        }
        do throws(JSONError) {
            return try json.decode(Unwrapped<T>.self, from: bytes).value
        } catch {
            throw error.about(type)
        }
    }

    /// Reads a value from below what is wrapped around it.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String,
        at path: String
    ) throws(JSONError) -> T {
        try decode(type, from: [UInt8](text.utf8), at: path)
    }
}
