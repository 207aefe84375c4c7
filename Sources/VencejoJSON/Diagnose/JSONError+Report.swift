extension JSONError: CustomStringConvertible {
    /// One line: the path, the fault, the place, a hint.
    public var description: String {
        var text = sentence
        if let line, let column { text += " (line \(line), column \(column))" }
        if let hint { text += "; \(hint)" }
        return text
    }

    /// Several lines: the type, the path, the fault, the place with a caret, a hint.
    ///
    ///     Team cannot be read: users[1].contact_info.phone: expected String, found null
    ///       line 4, column 41:
    ///         {"id": 2, "contact_info": {"phone": null}} ] }
    ///                                             ^
    public var report: String {
        let verb = line == nil ? "written" : "read"
        var lines = [type.isEmpty ? sentence : "\(type) cannot be \(verb): \(sentence)"]
        if let line, let column { lines.append("  line \(line), column \(column):") }
        if !snippet.isEmpty, let caret {
            lines.append("    " + snippet)
            lines.append("    " + String(repeating: " ", count: caret) + "^")
        }
        if let hint { lines.append("  hint: \(hint)") }
        return lines.joined(separator: "\n")
    }

    private var sentence: String {
        let place = path.count > 120 ? "\(path.prefix(60))…\(path.suffix(40))" : path
        let text = place.isEmpty ? "" : "\(place): "
        return text + (reason.isEmpty ? "expected \(expected), found \(found)" : reason)
    }
}

extension JSONError {
    /// The same error, with the type that was asked for.
    func about(_ type: Any.Type) -> JSONError {
        var error = self
        error.type = "\(type)"
        return error
    }

    /// The same error, without the value when it is a secret; for values that were to be written.
    func hiding(_ secrets: SecretNames) -> JSONError {
        let isSecret = Envelope.steps(path).contains { step in
            if case .key(let name) = step { secrets.matches(name) } else { false }
        }
        guard isSecret else { return self }
        var error = self
        error.found = Self.redacted
        error.reason = "the value cannot be written"
        return error
    }
}
