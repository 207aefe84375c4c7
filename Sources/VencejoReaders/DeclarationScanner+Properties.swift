extension DeclarationScanner {
    /// `var a, b: Int`, `let c = 1, d: [String]?`, and what has accessors.
    mutating func stored(_ lead: Lead, _ type: inout Declaration) {
        let isConstant = at("let")
        next += 1
        var found: [Property] = []
        var isComputed = false
        repeat {
            if at(",") { next += 1 }
            var property = Property(name: token().text, line: token().line)
            property.isConstant = isConstant
            if token().kind != .word {
                property.obstacle = "a pattern with several names is more than this can read"
            }
            skip()
            property.isTyped = at(":")
            if at(":") {
                next += 1
                property.isOptional = writtenType()
            }
            if at("=") {
                next += 1
                property.hasValue = true
                let start = next
                value()
                if !property.isTyped { property.isTyped = Self.isLiteral(tokens[start..<next]) }
            }
            if at("{") {
                isComputed = !property.hasValue && !isObserved
                skip()
            }
            found.append(property)
        } while at(",")
        if isComputed || lead.words.contains("static") { return }
        if lead.access == .hidden { type.hasMemberwise = false }
        // The type of `var a, b: Int` is said once.
        for index in found.indices.reversed().dropFirst() where !found[index].isTyped {
            guard !found[index].hasValue, found[index + 1].isTyped else { continue }
            (found[index].isTyped, found[index].isOptional) = (true, found[index + 1].isOptional)
        }
        type.properties += found.map { property in
            var property = property
            property.obstacle = property.obstacle ?? obstacle(lead)
            return property
        }
    }

    /// Whether a value is `"text"`, `true` or `-1.5`, which have a plain type.
    private static func isLiteral(_ value: ArraySlice<Token>) -> Bool {
        guard let first = value.first else { return false }
        if value.count == 1, first.kind == .text || ["true", "false"].contains(first.text) {
            return true
        }
        return value.allSatisfy { $0.kind == .number || ["-", "+", "."].contains($0.text) }
    }

    private func obstacle(_ lead: Lead) -> String? {
        if let wrapper = lead.attributes.first(where: { $0.first?.isUppercase == true }) {
            return "what @\(wrapper) wraps is private to the type's own file"
        }
        for word in ["lazy", "weak", "unowned"] where lead.words.contains(word) {
            return "it is \(word)"
        }
        if lead.access == .hidden || lead.setter == .hidden {
            return "it cannot be set from another file"
        }
        return nil
    }

    /// Whether the braces here hold observers, so that the property is stored all the same.
    private var isObserved: Bool {
        var distance = 1
        while token(distance) == "@" { distance += 2 }
        return token(distance) == "didSet" || token(distance) == "willSet"
    }

    /// Steps over a type; true when it is an optional.
    private mutating func writtenType() -> Bool {
        let start = next
        while !isAtEnd, !at("="), !at(","), !at("{"), !at("}"), !at(";") {
            if token().begins, next > start, !continues { break }
            if at("<") { skipGenerics() } else { skip() }
        }
        guard next > start else { return false }
        let last = tokens[next - 1]
        if last == "?" || last == "!" { return true }
        let first = tokens[start] == "Swift" ? start + 2 : start
        return first < next && tokens[first] == "Optional"
    }

    /// Whether a line goes on with what the one before began.
    private var continues: Bool {
        let before = next > 0 ? tokens[next - 1] : token()
        if token().kind == .sign, ".?&|:+-*/%<>=^".contains(token().text) || at("->") {
            return true
        }
        // A `>` ends a type more often than it compares.
        return before == "->" || before.kind == .sign && ".&|:+-*/%<=^,".contains(before.text)
    }

    /// Steps over a value: to a comma, a line that begins something else, or observers.
    private mutating func value() {
        let start = next
        while !isAtEnd, !at(","), !at("}"), !at(";") {
            if token().begins, next > start, !continues { break }
            if at("{"), isObserved { break }
            skip()
        }
    }
}
