/// Finds the types of a file and their stored properties.
///
/// It knows as much of Swift as that needs, and steps over the rest: bodies of functions, values,
/// types nested in functions.
struct DeclarationScanner {
    let tokens: [Token]
    var next = 0
    private var conditions = 0
    private var file: SourceFile

    private init(_ source: String, path: String) {
        tokens = Tokenizer.tokens(source)
        file = SourceFile(path: path)
    }

    static func scan(_ source: String, path: String) -> SourceFile {
        var scanner = DeclarationScanner(source, path: path)
        while !scanner.isAtEnd {
            var none = Declaration(kind: .extended, name: "", access: .open, line: 0)
            scanner.members(&none, innermost: .inner)
            // A brace too many does not end the file.
            scanner.next += 1
        }
        return scanner.file
    }

    var isAtEnd: Bool { next >= tokens.count }

    func token(_ distance: Int = 0) -> Token {
        next + distance < tokens.count
            ? tokens[next + distance] : Token(kind: .sign, text: "", line: tokens.last?.line ?? 1)
    }

    func at(_ text: String) -> Bool { token() == text }

    /// Steps over one token, or over all that a bracket holds.
    mutating func skip() {
        let open = token()
        next += 1
        guard open.kind == .sign, "([{".contains(open.text), !open.text.isEmpty else { return }
        while !isAtEnd {
            let text = token()
            if text.kind == .sign, ")]}".contains(text.text) {
                next += 1
                return
            }
            skip()
        }
    }

    /// Steps over `<…>`.
    mutating func skipGenerics() {
        guard at("<") else { return }
        var depth = 0
        repeat {
            if at("<") { depth += 1 }
            if at(">") { depth -= 1 }
            if at("(") || at("[") { skip() } else { next += 1 }
        } while depth > 0 && !isAtEnd
    }
}

extension DeclarationScanner {
    /// What stands before a declaration.
    struct Lead {
        var attributes: [String] = []
        var words: Set<String> = []
        var access: Access?
        /// Who may change it, where that is said.
        var setter: Access?
    }

    private static let modifiers: Set<String> = [
        "public", "private", "fileprivate", "internal", "package", "open", "static", "final",
        "lazy", "weak", "unowned", "mutating", "nonmutating", "override", "required",
        "convenience", "indirect", "nonisolated", "dynamic", "optional", "distributed", "consuming",
        "borrowing", "isolated",
    ]

    private mutating func lead() -> Lead {
        var lead = Lead()
        while !isAtEnd {
            if at("@"), token(1).kind == .word {
                next += 1
                var name = token().text
                next += 1
                while at("."), token(1).kind == .word {
                    name = token(1).text
                    next += 2
                }
                skipGenerics()
                if at("("), !token().begins { skip() }
                lead.attributes.append(name)
            } else if token().kind == .word, Self.modifiers.contains(token().text) {
                let word = token().text
                next += 1
                let isSetter = at("(") && token(1) == "set"
                if at("(") { skip() }
                if isSetter { lead.setter = Access(word) } else { lead.words.insert(word) }
                if !isSetter, let access = Access(word) { lead.access = access }
            } else if at("class"), ["func", "var", "let", "subscript"].contains(token(1).text) {
                lead.words.insert("static")
                next += 1
            } else {
                break
            }
        }
        return lead
    }

    /// The members of a type or a file, up to its closing brace.
    private mutating func members(_ type: inout Declaration, innermost: Access) {
        while !isAtEnd, !at("}") {
            if token().kind == .directive {
                directive(&type)
                continue
            }
            let lead = lead()
            switch token().text {
            case "struct", "class", "enum", "actor":
                nested(lead, in: &type, innermost)
            case "extension": extended(lead)
            case "protocol", "func", "subscript", "deinit": skipToBody()
            case "init":
                if type.kind != .extended { type.hasMemberwise = false }
                if token(1) == "(", token(2) == "json" { type.readsItself = true }
                skipToBody()
            case "var", "let": stored(lead, &type)
            case "case" where type.kind == .enumeration: cases(&type)
            case "import": imported()
            case "typealias" where token(1) == "CodingKeys":
                type.keys = Keys(line: token().line, isPlain: false)
                next += 1
            default: skip()
            }
        }
    }

    private mutating func directive(_ type: inout Declaration) {
        switch token().text {
        case "#if":
            conditions += 1
            if !type.name.isEmpty { type.isConditional = true }
        case "#endif": conditions -= 1
        default: break
        }
        let line = token().line
        next += 1
        while !isAtEnd, token().line == line, !at("}") { skip() }
    }

    /// Steps over a signature and its body.
    private mutating func skipToBody() {
        next += 1
        while !isAtEnd, !at("{"), !at("}") {
            // A requirement has no body: what begins a line begins the next member.
            if token().begins, ["func", "var", "init", "static"].contains(token().text) { return }
            skip()
        }
        if at("{") { skip() }
    }

    private mutating func imported() {
        next += 1
        let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        if kinds.contains(token().text), !token().begins { next += 1 }
        file.imports.append(token().text)
        next += 1
    }
}

extension DeclarationScanner {
    private mutating func nested(_ lead: Lead, in type: inout Declaration, _ innermost: Access) {
        guard let kind = Declaration.Kind(rawValue: token().text), token(1).kind == .word else {
            return skip()
        }
        next += 1
        let own = token().text
        var inner = Declaration(
            kind: kind,
            name: type.name.isEmpty ? own : "\(type.name).\(own)",
            access: min(lead.access ?? innermost, type.access),
            line: token().line
        )
        inner.isConditional = conditions > 0
        next += 1
        body(&inner, innermost: .inner)
        if own == "CodingKeys" {
            let isPlain = kind == .enumeration && inner.inherited.contains("String")
            type.keys = Keys(
                cases: inner.keys?.cases ?? [],
                line: inner.line,
                isPlain: isPlain && !inner.isConditional
            )
        }
        file.declarations.append(inner)
    }

    private mutating func extended(_ lead: Lead) {
        next += 1
        var name = token().text
        let line = token().line
        next += 1
        while at("."), token(1).kind == .word {
            name += "." + token(1).text
            next += 2
        }
        var part = Declaration(kind: .extended, name: name, access: .open, line: line)
        part.isConditional = conditions > 0
        body(&part, innermost: lead.access ?? .inner)
        file.declarations.append(part)
    }

    /// Generic parameters, what is inherited, requirements, and the members.
    private mutating func body(_ type: inout Declaration, innermost: Access) {
        skipGenerics()
        if at(":") {
            next += 1
            var last = ""
            while !isAtEnd, !at("{"), !at("where") {
                if at(",") || at("&") {
                    type.inherited.append(last)
                    last = ""
                } else if token().kind == .word {
                    last = token().text
                }
                if at("<") { skipGenerics() } else { skip() }
            }
            type.inherited.append(last)
        }
        while !isAtEnd, !at("{") { skip() }
        next += 1
        members(&type, innermost: innermost)
        next += 1
    }

    /// `case a, b = "x"` of `CodingKeys`; others hold nothing of use.
    private mutating func cases(_ type: inout Declaration) {
        next += 1
        var keys = type.keys ?? Keys(line: type.line)
        repeat {
            if at(",") { next += 1 }
            guard token().kind == .word else { break }
            var found = Keys.Case(name: token().text, line: token().line)
            next += 1
            if at("(") { skip() }
            if at("=") {
                next += 1
                if token().kind == .text { found.text = token().text }
                skip()
            }
            keys.cases.append(found)
        } while at(",")
        type.keys = keys
    }
}
