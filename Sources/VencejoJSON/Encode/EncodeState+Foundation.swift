/// Dates, data, URLs and decimals: each writes what it likes, which is then put in JSON's form.
extension EncodeState {
    /// What a value writes by itself.
    private func own(_ value: any Encodable) throws -> JSONValue {
        let encoder = ValueEncoder(EncodeState(JSON(dates: .deferred)), nil, verbatim: true)
        try value.encode(to: encoder)
        return encoder.box.value ?? .null
    }

    func date(_ value: any Encodable, _ trail: Trail?) throws -> JSONValue {
        let written = try own(value)
        if case .deferred = json.dates { return written }
        let seconds = (written.doubleValue ?? .nan) + DateStrategy.reference
        switch json.dates {
        case .deferred: return written
        case .secondsSince1970: return try number(seconds, value, trail)
        case .millisecondsSince1970: return try number(seconds * 1000, value, trail)
        case .custom(_, let format): return .string(format(seconds))
        case .coding(_, let encode):
            let encoder = ValueEncoder(self, trail)
            try encode(seconds, encoder)
            return encoder.box.value ?? .object(JSONObject())
        case .formatted(let format):
            guard let text = format.text(seconds) else {
                throw invalid(value, trail, "\(value) has no form like \(format.pattern)")
            }
            return .string(text)
        case .iso8601, .tolerating:
            guard let text = Timestamp.format(seconds) else {
                throw invalid(value, trail, "\(value) has no form in ISO 8601")
            }
            return .string(text)
        }
    }

    private func number(_ number: Double, _ value: Any, _ trail: Trail?) throws -> JSONValue {
        guard number.isFinite else { throw invalid(value, trail, "\(value) is not a number") }
        let text = number.description
        return .number(JSONNumber(checked: text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
    }

    func data(_ value: any Encodable) throws -> JSONValue {
        let written = try own(value)
        guard case .array(let elements) = written else { return written }
        let bytes = elements.map { UInt8(truncatingIfNeeded: $0.intValue ?? 0) }
        switch json.data {
        case .deferred: return written
        case .base64: return .string(Base64.encode(bytes))
        case .base64URL: return .string(Base64.encodeURL(bytes))
        case .custom(_, let format): return .string(format(bytes))
        }
    }

    func url(_ value: any Encodable) throws -> JSONValue {
        try absolute(own(value)).map(JSONValue.string) ?? .null
    }

    private func absolute(_ written: JSONValue) -> String? {
        if let text = written.stringValue { return text }
        guard let relative = written["relative"]?.stringValue else { return nil }
        guard let base = written["base"].flatMap(absolute) else { return relative }
        return Reference.resolve(relative, against: base)
    }

    func decimal(_ value: any Encodable, _ trail: Trail?) throws -> JSONValue {
        guard let number = DecimalShape.number(try own(value)) else {
            throw invalid(value, trail, "\(value) is not a number in JSON")
        }
        return .number(number)
    }
}
