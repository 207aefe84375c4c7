/// The way from the top to the value that is being written.
final class Trail {
    let parent: Trail?
    let step: JSONPathStep

    init(_ parent: Trail?, _ step: JSONPathStep) {
        self.parent = parent
        self.step = step
    }

    static func steps(_ trail: Trail?) -> [JSONPathStep] {
        var steps: [JSONPathStep] = []
        var trail = trail
        while let place = trail {
            steps.append(place.step)
            trail = place.parent
        }
        return steps.reversed()
    }

    static func codingPath(_ trail: Trail?) -> [any CodingKey] {
        steps(trail).map { step in
            switch step {
            case .key(let key): JSONKey(key)
            case .index(let index): JSONKey(index: index)
            }
        }
    }
}

/// What an encoding error carries: where it happened.
struct EncodeMark: Error {
    let path: [JSONPathStep]
    let found: String
}

/// What one encoding shares: the options, and what has been learnt about types.
final class EncodeState {
    let json: JSON
    let userInfo: [CodingUserInfoKey: Any]
    var noted: [JSONPathStep]?
    private var specials: [ObjectIdentifier: Special] = [:]
    private var spellings: [String: String] = [:]

    init(_ json: JSON) {
        self.json = json
        userInfo = json.userInfo
    }

    /// JSON's spelling of a name in Swift, remembered.
    func spelling(_ key: String) -> String {
        if json.keys.isDefault { return key }
        if let known = spellings[key] { return known }
        let result = json.keys.encoded(key)
        spellings[key] = result
        return result
    }

    /// A value's form in JSON; nil when its type wrote nothing.
    @inline(__always)
    func encode<T: Encodable>(_ value: T, at trail: @autoclosure () -> Trail?) throws -> JSONValue?
    {
        if T.self == String.self, let value = value as? String { return .string(value) }
        if T.self == Int.self, let value = value as? Int { return .number(JSONNumber(value)) }
        if T.self == Bool.self, let value = value as? Bool { return .bool(value) }
        if T.self == Double.self, let value = value as? Double { return try float(value, trail()) }
        return try encodeOther(value, trail())
    }

    private func encodeOther<T: Encodable>(_ value: T, _ trail: Trail?) throws -> JSONValue? {
        if T.self == Float.self, let value = value as? Float { return try float(value, trail) }
        if T.self is any FixedWidthInteger.Type, let value = value as? any FixedWidthInteger {
            return .number(JSONNumber(value))
        }
        let special = special(T.self)
        do {
            switch special {
            case .plain, .stringKeyed:
                let encoder = ValueEncoder(self, trail, verbatim: special == .stringKeyed)
                try value.encode(to: encoder)
                return encoder.box.value
            case .value: return value as? JSONValue
            case .date: return try date(value, trail)
            case .data: return try data(value)
            case .url: return try url(value)
            case .decimal: return try decimal(value, trail)
            }
        } catch {
            if noted == nil { noted = Trail.steps(trail) }
            throw error
        }
    }

    private func special(_ type: Any.Type) -> Special {
        let identity = ObjectIdentifier(type)
        if let known = specials[identity] { return known }
        let special = Special(type)
        specials[identity] = special
        return special
    }

    private func float<F: BinaryFloatingPoint & LosslessStringConvertible>(
        _ value: F,
        _ trail: Trail?
    ) throws -> JSONValue {
        guard value.isFinite else {
            guard case .strings(let positive, let negative, let nan) = json.nonConformingFloats
            else { throw invalid(value, trail, "\(value) is not a number in JSON") }
            return .string(value.isNaN ? nan : value < 0 ? negative : positive)
        }
        let text = "\(value)"
        return .number(JSONNumber(checked: text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
    }

    func invalid(_ value: Any, _ trail: Trail?, _ reason: String) -> EncodingError {
        let mark = EncodeMark(path: Trail.steps(trail), found: "\(value)")
        return .invalidValue(
            value,
            .init(
                codingPath: Trail.codingPath(trail),
                debugDescription: reason,
                underlyingError: mark
            )
        )
    }

    /// The words for an error that leaves `encode`.
    func described(_ error: any Error) -> JSONError {
        if let error = error as? JSONError, noted == nil { return error }
        guard case .invalidValue(let value, let context)? = error as? EncodingError else {
            var result = JSONError(kind: .custom, reason: "\(error)")
            result.path = JSONPathStep.text(noted ?? [])
            result.underlying = error
            return result
        }
        var result = JSONError(kind: .encoding, reason: context.debugDescription)
        result.found = "\(value)"
        if let mark = context.underlyingError as? EncodeMark {
            result.path = JSONPathStep.text(mark.path)
        } else {
            result.path = JSONPathStep.text(
                context.codingPath.map { key in
                    key.intValue.map(JSONPathStep.index) ?? .key(key.stringValue)
                }
            )
            result.underlying = error
        }
        return result
    }
}
