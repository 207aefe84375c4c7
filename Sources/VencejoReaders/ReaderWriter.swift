/// Writes `init(json:)` for the structs of a module that say `JSONReadable`.
public struct ReaderWriter: Sendable {
    /// A complaint about a place in the source.
    public struct Complaint: Sendable, Equatable, CustomStringConvertible {
        /// The file, as it was named.
        public let path: String
        /// From 1.
        public let line: Int
        /// What cannot be done, and what to do instead.
        public let text: String

        /// As compilers write it.
        public var description: String { "\(path):\(line): error: \(text)" }
    }

    /// The text of the file that holds all readers.
    public private(set) var text = ""
    /// What could not be done; none of it is in the text.
    public private(set) var complaints: [Complaint] = []

    private let files: [SourceFile]

    /// Reads all files of a module, each a path and a text.
    public init(_ sources: [(path: String, text: String)]) {
        files = sources.map { DeclarationScanner.scan($0.text, path: $0.path) }
        write()
    }

    /// Those that say they read themselves, and do not say how.
    private var wanted: [(file: SourceFile, type: Declaration)] {
        var names: [String] = []
        var done: Set<String> = []
        for type in files.flatMap(\.declarations) {
            if type.inherited.contains("JSONReadable"), !names.contains(type.name) {
                names.append(type.name)
            }
            if type.readsItself { done.insert(type.name) }
        }
        return names.filter { !done.contains($0) }.compactMap { name in
            var parts = files.flatMap { file in
                file.declarations.filter { $0.name == name }.map { (file, $0) }
            }
            // An extension stands for a type that is nowhere.
            parts.sort { $0.1.kind != .extended && $1.1.kind == .extended }
            return parts.first
        }
    }

    private mutating func write() {
        var readers: [String] = []
        var access = Access.inner
        var imports: Set<String> = []
        for (file, type) in wanted {
            let found = complaints(about: type).map { line, text in
                Complaint(
                    path: file.path,
                    line: line,
                    text: "\(type.name) is JSONReadable, but \(text)"
                )
            }
            complaints += found
            guard found.isEmpty else { continue }
            readers.append(reader(type))
            access = max(access, type.access)
            imports.formUnion(file.imports)
        }
        text = "// Written by JSONReaders from the models of this module.\n"
        if let module = ["VencejoJSON", "Vencejo"].first(where: imports.contains) {
            text += "\(access.modifier)import \(module)\n"
        }
        text += readers.map { "\n" + $0 }.joined()
    }

    private func reader(_ type: Declaration) -> String {
        let (names, properties) = (members(type), readable(type))
        var lines = ["extension \(type.name) {"]
        lines.append("    \(type.access.modifier)enum JSONKeys: String, CodingKey {")
        lines += names.map { "        case \($0.name)" + ($0.text.map { " = \($0)" } ?? "") }
        lines += ["    }", ""]
        lines.append("    \(type.access.modifier)init(json: JSONReader<JSONKeys>) throws {")
        let calls = properties.map { property in
            "json.\(property.isOptional ? "readIfPresent" : "read")(.\(property.name))"
        }
        if type.hasMemberwise {
            // Assigned one by one, all members of a large struct would be copied at the end.
            let values = zip(properties, calls).map { "            \(label($0.name)): \($1)" }
            lines += ["        try self.init(", values.joined(separator: ",\n"), "        )"]
        } else {
            lines += zip(properties, calls).map { "        self.\($0.name) = try \($1)" }
        }
        return (lines + ["    }", "}", ""]).joined(separator: "\n")
    }

    /// A name as an argument's label, where back ticks are a mistake but for one word.
    private func label(_ name: String) -> String {
        name == "`inout`" ? name : name.filter { $0 != "`" }
    }

    /// The properties that are read, in their own order.
    private func readable(_ type: Declaration) -> [Property] {
        type.properties.filter { property in
            if property.isConstant, property.hasValue { return false }
            return type.keys.map { $0.cases.contains { $0.name == property.name } } ?? true
        }
    }

    private func members(_ type: Declaration) -> [Keys.Case] {
        let read = readable(type)
        guard let keys = type.keys else {
            return read.map { Keys.Case(name: $0.name, line: $0.line) }
        }
        return keys.cases.filter { found in read.contains { $0.name == found.name } }
    }
}

extension ReaderWriter {
    private static let yourself = "write init(json:) yourself, or leave JSONReadable out"

    /// What is in the way, with its line.
    private func complaints(about type: Declaration) -> [(Int, String)] {
        if type.kind == .extended {
            return [(type.line, "its declaration is in no file of this module: \(Self.yourself)")]
        }
        guard type.kind == .structure else {
            return [
                (
                    type.line,
                    "only a struct is read by what is written outside of it, not "
                        + "\(type.kind == .enumeration ? "an" : "a") \(type.kind.rawValue): "
                        + Self.yourself
                )
            ]
        }
        if type.access == .hidden {
            return [
                (type.line, "it is private to its file, or in a type that is: \(Self.yourself)")
            ]
        }
        if type.isConditional {
            return [(type.line, "it, or a part of it, stands under #if: \(Self.yourself)")]
        }
        if type.properties.isEmpty {
            return [(type.line, "it has no stored properties: leave JSONReadable out")]
        }
        let found = keys(type)
        return found.isEmpty ? properties(type) : found
    }

    private func keys(_ type: Declaration) -> [(Int, String)] {
        guard let keys = type.keys else { return [] }
        guard keys.isPlain else {
            return [(keys.line, "its CodingKeys are no plain enum of strings: \(Self.yourself)")]
        }
        return keys.cases.filter { found in
            !type.properties.contains { $0.name == found.name }
        }.map { ($0.line, "CodingKeys.\($0.name) is no stored property: \(Self.yourself)") }
    }

    private func properties(_ type: Declaration) -> [(Int, String)] {
        let read = readable(type)
        return type.properties.compactMap { property in
            guard read.contains(where: { $0.name == property.name }) else {
                let isSet = property.hasValue || property.isOptional && !property.isConstant
                return isSet
                    ? nil
                    : (property.line, "\(property.name) has no key in CodingKeys and no value")
            }
            if let obstacle = property.obstacle {
                return (property.line, "\(property.name): \(obstacle): \(Self.yourself)")
            }
            if !property.isTyped {
                return (property.line, "\(property.name) has no type in the source: write it there")
            }
            return nil
        }
    }
}
