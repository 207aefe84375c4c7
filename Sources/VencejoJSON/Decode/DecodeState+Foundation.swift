/// Dates, data, URLs and decimals: each is handed a decoder that shows it what it asks for.
extension DecodeState {
    func date<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        if case .deferred = json.dates {
            return try T(from: ValueDecoder(state: self, index: index))
        }
        let seconds = try seconds(type, index) - DateStrategy.reference
        return try T(from: NumberDecoder(value: seconds))
    }

    /// Seconds since 1970; the same code for all types, as what follows for data, URLs and decimals.
    private func seconds(_ type: Any.Type, _ index: Int) throws -> Double {
        let kind = JSONError.Kind.notADate
        switch json.dates {
        case .deferred, .secondsSince1970: return try scaled(type, index, 1)
        case .millisecondsSince1970: return try scaled(type, index, 1000)
        case .iso8601:
            return try text(type, index, "an ISO 8601 date and time", kind, Timestamp.parse)
        case .custom(let parse, _): return try text(type, index, "a date", kind, parse)
        case .formatted(let format):
            return try text(type, index, "a date like \(format.pattern)", kind, format.seconds)
        case .tolerating(let tolerance):
            return node(index).kind == .number
                ? tolerance.seconds(try double(index))
                : try text(type, index, "a date", kind, tolerance.seconds)
        case .coding(let decode, _): return try decode(ValueDecoder(state: self, index: index))
        }
    }

    private func scaled(_ type: Any.Type, _ index: Int, _ scale: Double) throws -> Double {
        guard node(index).kind == .number else { throw mismatch(type, index) }
        return try double(index) / scale
    }

    /// Reads a string that must have a certain form.
    private func text<V>(
        _ type: Any.Type,
        _ index: Int,
        _ form: String,
        _ kind: JSONError.Kind,
        _ parse: (String) -> V?
    ) throws -> V {
        guard node(index).kind == .string else { throw mismatch(type, index) }
        let text = try string(index)
        guard let value = parse(text) else {
            throw corrupted(type, index, "\(Self.quoted(text)) is not \(form)", kind)
        }
        return value
    }

    static func quoted(_ text: String) -> String {
        JSONValue.string(text.count > 60 ? text.prefix(60) + "…" : text).serialized()
    }

    func data<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        if case .deferred = json.data {
            return try T(from: ValueDecoder(state: self, index: index))
        }
        return try T(from: BytesDecoder(bytes: bytes(type, index)))
    }

    private func bytes(_ type: Any.Type, _ index: Int) throws -> [UInt8] {
        switch json.data {
        case .base64URL: try text(type, index, "Base64 for URLs", .corrupted, Base64.decodeURL)
        case .custom(let parse, _): try text(type, index, "data", .corrupted, parse)
        default: try text(type, index, "Base64", .corrupted, Base64.decode)
        }
    }

    func url<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        let shape = try urlShape(type, index)
        do {
            return try Self.synthetic(type, shape)
        } catch {
            throw corrupted(type, index, "\(Self.quoted(try string(index))) is not a URL")
        }
    }

    private func urlShape(_ type: Any.Type, _ index: Int) throws -> [UInt8] {
        guard node(index).kind == .string else { throw mismatch(type, index) }
        return JSONValue.object(["relative": .string(try string(index))]).serializedBytes()
    }

    /// A decimal in the shape that Foundation's `Decimal` has in other formats: 128 bits of digits.
    func decimal<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        try Self.synthetic(type, decimalShape(type, index))
    }

    private func decimalShape(_ type: Any.Type, _ index: Int) throws -> [UInt8] {
        let node = node(index)
        guard node.kind == .number else { throw mismatch(type, index) }
        var decimal = JSONDecimal(checked: tape.bytes[Int(node.start)..<Int(node.end)])
        let mantissa = decimal.mantissa()
        guard (-128...127).contains(decimal.exponent) else { throw unfit(type, index) }
        return DecimalShape.value(decimal, mantissa).serializedBytes()
    }

    /// Decodes from a text made for the purpose.
    private static func synthetic<T: Decodable>(_ type: T.Type, _ text: [UInt8]) throws -> T {
        let state = DecodeState.take(.useDefaultKeys)
        defer { state.giveBack(.useDefaultKeys) }
        return try state.decodeByItself(type, text)
    }
}

extension JSONDecimal {
    /// The digits as one number, rounded to what 128 bits hold; the exponent follows.
    fileprivate mutating func mantissa() -> UInt128 {
        var value: UInt128 = 0
        for (place, digit) in digits.enumerated() {
            let (product, high) = value.multipliedReportingOverflow(by: 10)
            let (sum, over) = product.addingReportingOverflow(UInt128(digit))
            if high || over {
                exponent += digits.count - place
                return digit >= 5 && value < .max ? value + 1 : value
            }
            value = sum
        }
        return value
    }
}

/// The Codable shape of Foundation's `Decimal`.
enum DecimalShape {
    static func value(_ decimal: JSONDecimal, _ mantissa: UInt128) -> JSONValue {
        var words: [JSONValue] = []
        var rest = mantissa
        var length = 0
        for index in 0..<8 {
            let word = UInt16(truncatingIfNeeded: rest)
            if word != 0 { length = index + 1 }
            words.append(.number(Int(word)))
            rest >>= 16
        }
        return [
            "exponent": .number(decimal.exponent), "length": .number(length),
            "isNegative": .bool(decimal.negative), "isCompact": true, "mantissa": .array(words),
        ]
    }

    /// The number such a shape stands for; nil for one that is no number.
    static func number(_ value: JSONValue) -> JSONNumber? {
        guard let exponent = value["exponent"]?.intValue, let length = value["length"]?.intValue,
            let negative = value["isNegative"]?.boolValue, let words = value["mantissa"]?.arrayValue
        else { return nil }
        if length == 0 { return negative ? nil : JSONNumber(0) }
        var mantissa: UInt128 = 0
        for word in words.prefix(length).reversed() {
            mantissa = mantissa << 16 | UInt128(word.intValue ?? 0)
        }
        var digits = String(mantissa)
        if exponent >= 0 {
            digits += String(repeating: "0", count: exponent)
        } else {
            let missing = 1 - exponent - digits.count
            if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: exponent))
        }
        return JSONNumber(checked: (negative ? "-" : "") + digits)
    }
}
