import VencejoJSON

/// JSON for a person: indented by two blanks, in colour where that is wanted.
struct JSONPrinter: Sendable {
    let terminal: Terminal
    private static let deepestIndent = 32

    func text(_ value: JSONValue) -> String {
        var output = ""
        write(value, indent: 0, into: &output)
        return output
    }

    private func write(_ value: JSONValue, indent: Int, into output: inout String) {
        switch value {
        case .object(let object):
            if object.isEmpty {
                output += "{}"
                return
            }
            output += "{\n"
            var isFirst = true
            for (key, member) in object {
                if !isFirst { output += ",\n" }
                isFirst = false
                output += blanks(indent + 1)
                output += styled(.string(key), .blue) + ": "
                write(member, indent: indent + 1, into: &output)
            }
            output += "\n" + blanks(indent) + "}"
        case .array(let items):
            if items.isEmpty {
                output += "[]"
                return
            }
            output += "[\n"
            for (index, item) in items.enumerated() {
                if index > 0 { output += ",\n" }
                output += blanks(indent + 1)
                write(item, indent: indent + 1, into: &output)
            }
            output += "\n" + blanks(indent) + "]"
        case .string:
            output += styled(value, .green)
        case .number:
            output += styled(value, .cyan)
        case .bool, .null:
            output += styled(value, .magenta)
        }
    }

    private func styled(_ value: JSONValue, _ style: Style) -> String {
        terminal.styled(value.serialized(), style)
    }

    /// Deeper levels stay where they are: the blanks would outgrow the document by its square.
    private func blanks(_ count: Int) -> String {
        String(repeating: "  ", count: min(count, Self.deepestIndent))
    }
}
