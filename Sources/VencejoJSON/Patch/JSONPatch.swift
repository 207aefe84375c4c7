/// Changes to a JSON value, one after the other (RFC 6902).
///
/// A patch applies as a whole or not at all.
public struct JSONPatch: Sendable, Hashable {
    /// One change.
    public enum Operation: Sendable, Hashable {
        /// Sets a member, or inserts an element; `-` is the place after the last.
        case add(JSONPointer, JSONValue)
        /// Removes what is there.
        case remove(JSONPointer)
        /// Puts another value in the place of one that is there.
        case replace(JSONPointer, JSONValue)
        /// Removes a value and adds it elsewhere.
        case move(from: JSONPointer, to: JSONPointer)
        /// Adds a value that is there elsewhere too.
        case copy(from: JSONPointer, to: JSONPointer)
        /// Fails the patch unless this value is there; numbers compare by value.
        case test(JSONPointer, JSONValue)
    }

    /// The changes, in order.
    public var operations: [Operation]

    /// A patch of these changes.
    public init(_ operations: [Operation] = []) { self.operations = operations }

    /// Why a patch is none, or does not apply.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The position of the change that failed, from 0; nil when the patch is no list.
        public let operation: Int?
        /// The reason in words.
        public let reason: String

        /// One line: which change, and why.
        public var description: String {
            operation.map { "operation \($0): \(reason)" } ?? reason
        }
    }
}

extension JSONPatch: ExpressibleByArrayLiteral {
    /// A patch of these changes.
    public init(arrayLiteral elements: Operation...) { self.init(elements) }
}

extension JSONPatch {
    /// Reads a patch from its JSON form (RFC 6902 section 4); what is unknown is ignored.
    public init(_ value: JSONValue) throws(Failure) {
        guard let elements = value.arrayValue else {
            throw Failure(operation: nil, reason: "a patch is an array, not \(value.kindName)")
        }
        var operations: [Operation] = []
        for (index, element) in elements.enumerated() {
            operations.append(try Self.operation(element, index))
        }
        self.operations = operations
    }

    private static func operation(
        _ value: JSONValue,
        _ index: Int
    ) throws(Failure) -> Operation {
        func fault(_ reason: String) -> Failure { Failure(operation: index, reason: reason) }
        guard let object = value.objectValue else {
            throw fault("an operation is an object, not \(value.kindName)")
        }
        for name in ["op", "path", "from", "value"]
        where object.count(where: { $0.key == name }) > 1 {
            throw fault("'\(name)' is there twice")
        }
        func pointer(_ name: String) throws(Failure) -> JSONPointer {
            guard let text = object[name] else { throw fault("'\(name)' is missing") }
            guard let pointer = text.stringValue.flatMap({ JSONPointer($0) }) else {
                throw fault("'\(name)' is not a JSON Pointer: \(text.serialized().prefix(60))")
            }
            return pointer
        }
        func operand() throws(Failure) -> JSONValue {
            guard let value = object["value"] else { throw fault("'value' is missing") }
            return value
        }
        guard let name = object["op"] else { throw fault("'op' is missing") }
        switch name.stringValue {
        case "add": return .add(try pointer("path"), try operand())
        case "remove": return .remove(try pointer("path"))
        case "replace": return .replace(try pointer("path"), try operand())
        case "move": return .move(from: try pointer("from"), to: try pointer("path"))
        case "copy": return .copy(from: try pointer("from"), to: try pointer("path"))
        case "test": return .test(try pointer("path"), try operand())
        default: throw fault("unknown 'op': \(name.serialized().prefix(60))")
        }
    }

    /// The patch in its JSON form.
    public var value: JSONValue { .array(operations.map(\.value)) }
}

extension JSONPatch.Operation {
    /// The change in its JSON form.
    var value: JSONValue {
        func written(_ name: String, _ path: JSONPointer) -> JSONObject {
            ["op": .string(name), "path": .string(path.description)]
        }
        var object: JSONObject
        switch self {
        case .add(let path, let value):
            object = written("add", path)
            object["value"] = value
        case .replace(let path, let value):
            object = written("replace", path)
            object["value"] = value
        case .test(let path, let value):
            object = written("test", path)
            object["value"] = value
        case .remove(let path): object = written("remove", path)
        case .move(let from, let path):
            object = written("move", path)
            object["from"] = .string(from.description)
        case .copy(let from, let path):
            object = written("copy", path)
            object["from"] = .string(from.description)
        }
        return .object(object)
    }
}

extension JSONPatch: Codable {
    /// Reads the patch, from any decoder.
    public init(from decoder: any Decoder) throws {
        do {
            try self.init(JSONValue(from: decoder))
        } catch let failure as Failure {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: failure.description)
            )
        }
    }

    /// Writes the patch, to any encoder.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
