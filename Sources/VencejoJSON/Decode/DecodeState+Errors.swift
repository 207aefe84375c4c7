/// What an error carries until it leaves `decode`: where it happened; the words come later.
struct DecodeMark: Error {
    var kind: JSONError.Kind
    var index: Int
    var expected: String
    var reason = ""
    /// The missing key, in Swift's spelling.
    var key: String?
    /// The position beyond an array's end.
    var element: Int?
    var found: String?
}

extension DecodeState {
    func mismatch(_ type: Any.Type, _ index: Int, _ name: String? = nil) -> DecodingError {
        let null = node(index).kind == .null
        let mark = DecodeMark(
            kind: null ? .missingValue : .typeMismatch,
            index: index,
            expected: name ?? "\(type)"
        )
        return null
            ? .valueNotFound(type, context(mark)) : .typeMismatch(type, context(mark))
    }

    func unfit(_ type: Any.Type, _ index: Int) -> DecodingError {
        let node = node(index)
        var text = tape.text(node)
        if text.utf8.count > 40 { text = text.prefix(40) + "…" }
        let decimal = JSONDecimal(checked: tape.bytes[Int(node.start)..<Int(node.end)])
        let integer = type is any FixedWidthInteger.Type
        var mark = DecodeMark(kind: .numberOutOfRange, index: index, expected: "\(type)")
        mark.found = text
        mark.reason =
            integer && !decimal.isWhole
            ? "\(text) is not a whole number, which \(type) needs"
            : "\(text) does not fit \(type)"
        return .dataCorrupted(context(mark))
    }

    func corrupted(
        _ type: Any.Type,
        _ index: Int,
        _ reason: String,
        _ kind: JSONError.Kind = .corrupted
    ) -> DecodingError {
        .dataCorrupted(
            context(DecodeMark(kind: kind, index: index, expected: "\(type)", reason: reason))
        )
    }

    func missing(_ key: any CodingKey, _ type: Any.Type, _ index: Int) -> DecodingError {
        var mark = DecodeMark(kind: .missingKey, index: index, expected: "\(type)")
        mark.key = key.stringValue
        return .keyNotFound(key, context(mark))
    }

    func ended(_ type: Any.Type, _ index: Int, _ element: Int) -> DecodingError {
        var mark = DecodeMark(kind: .missingValue, index: index, expected: "\(type)")
        mark.element = element
        return .valueNotFound(type, context(mark))
    }

    private func context(_ mark: DecodeMark) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: [],
            debugDescription: mark.reason,
            underlyingError: mark
        )
    }

    /// The path to a value, in Swift's spelling.
    func codingPath(_ index: Int) -> [any CodingKey] {
        guard index >= 0 else { return [] }
        return lastWay.path(to: index, on: tape).map { step in
            switch step {
            case .key(let key): JSONKey(spelling(key))
            case .index(let index): JSONKey(index: index)
            }
        }
    }

    /// The words for an error that leaves `decode`.
    func described(_ error: any Error) -> JSONError {
        guard let error = error as? DecodingError else {
            return described(own: error, kind: .custom, reason: "\(error)", at: noted ?? 0)
        }
        let context: DecodingError.Context
        var kind = JSONError.Kind.corrupted
        switch error {
        case .dataCorrupted(let found): context = found
        case .keyNotFound(_, let found): (context, kind) = (found, .missingKey)
        case .typeMismatch(_, let found): (context, kind) = (found, .typeMismatch)
        case .valueNotFound(_, let found): (context, kind) = (found, .missingValue)
        @unknown default: return described(own: error, kind: .custom, reason: "\(error)", at: 0)
        }
        if let mark = context.underlyingError as? DecodeMark { return described(mark) }
        let index = context.codingPath.isEmpty ? noted ?? 0 : place(context.codingPath)
        return described(own: error, kind: kind, reason: context.debugDescription, at: index)
    }

    private func described(
        own error: any Error,
        kind: JSONError.Kind,
        reason: String,
        at index: Int
    ) -> JSONError {
        var result = JSONError(kind: kind, reason: reason)
        result.underlying = error
        result.found = found(node(index))
        locate(&result, index)
        return result
    }

    private func described(_ mark: DecodeMark) -> JSONError {
        var error = JSONError(kind: mark.kind, reason: mark.reason)
        error.expected = mark.expected
        error.found = mark.found ?? found(node(mark.index))
        var more: [JSONPathStep] = []
        if let key = mark.key {
            let raw = json.keys.encoded(key)
            error.found = "nothing"
            error.reason = "the key is missing, expected \(mark.expected)"
            explain(&error, key, mark.index)
            more = [.key(raw)]
        } else if let element = mark.element {
            error.kind = .missingElement
            error.found = "nothing"
            error.reason = "the array has no more elements, expected \(mark.expected)"
            more = [.index(element)]
        }
        if error.kind == .typeMismatch || error.kind == .notADate {
            error.hint = Hint.form(mark.expected, error.kind, value(mark.index))
        }
        locate(&error, mark.index, more)
        return error
    }

    private func locate(_ error: inout JSONError, _ index: Int, _ more: [JSONPathStep] = []) {
        error.path = JSONPathStep.text((index >= 0 ? tape.path(to: index) : []) + more)
        let node = node(index)
        error.locate(
            Int(node.start) - (node.kind == .string ? 1 : 0),
            in: tape.bytes,
            secrets: json.secrets
        )
    }

    private func found(_ node: JSONNode) -> String {
        switch node.kind {
        case .null: "null"
        case .bool: "Boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The place a caller's coding path leads to, as far as it leads.
    private func place(_ path: [any CodingKey]) -> Int {
        var index = 0
        for key in path {
            let node = node(index)
            var child = index + 1
            var position = 0
            var found: Int?
            while child < Int(node.next), found == nil, node.kind == .array || node.kind == .object
            {
                let value = node.kind == .object ? child + 1 : child
                if node.kind == .array ? position == key.intValue : names(child, key) {
                    found = value
                }
                child = Int(self.node(value).next)
                position += 1
            }
            guard let found else { return index }
            index = found
        }
        return index
    }

    private func names(_ child: Int, _ key: any CodingKey) -> Bool {
        let raw = tape.string(node(child))
        return raw == key.stringValue || spelling(raw) == key.stringValue
    }

    private func value(_ index: Int) -> JSONValue {
        index >= 0 ? tape.value(at: index) : .null
    }

    /// What a missing key was meant to be, or why it is not seen.
    private func explain(_ error: inout JSONError, _ key: String, _ index: Int) {
        guard let object = value(index).objectValue else { return }
        if let trap = Hint.trap(key, in: object, json.keys) {
            error.kind = .keySpelling
            error.hint = trap
        } else {
            error.hint = Hint.missing(key, in: object, json.keys)
        }
    }
}
