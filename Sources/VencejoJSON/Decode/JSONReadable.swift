/// A type that reads itself from JSON without Codable's containers.
///
///     extension User: JSONReadable {
///         init(json: JSONReader<CodingKeys>) throws {
///             id = try json.read(.id)
///             name = try json.read(.name)
///             email = try json.readIfPresent(.email)
///         }
///     }
///
/// ``JSON`` takes this way wherever it meets such a type: at the top, in arrays and in members.
/// Other decoders go on with `init(from:)`. Errors, key strategies and date strategies are the same.
/// It is worth its lines for types that come in thousands.
public protocol JSONReadable: Decodable {
    /// The names of the members.
    associatedtype JSONKeys: CodingKey

    /// Reads a value from an object.
    init(json: JSONReader<JSONKeys>) throws
}

/// An object in a JSON text, while a type reads itself from it.
public struct JSONReader<Key: CodingKey> {
    private let container: KeyedContainer<Key>
    private let serial: UInt32

    fileprivate init(_ core: UnsafeMutablePointer<KeyedCore>) {
        container = KeyedContainer(core: core)
        serial = core.pointee.serial
    }

    /// The container, as long as it has not gone on to another object.
    @inline(__always)
    private func members() throws -> KeyedContainer<Key> {
        guard serial == container.core.pointee.serial else { throw DecodeState.outlived }
        return container
    }

    /// Whether the object has a member of this name, be it null.
    public func contains(_ key: Key) -> Bool { (try? members().contains(key)) ?? false }

    /// Reads a string.
    public func read(_ key: Key) throws -> String { try members().decode(String.self, forKey: key) }

    /// Reads a whole number.
    public func read(_ key: Key) throws -> Int { try members().decode(Int.self, forKey: key) }

    /// Reads a number.
    public func read(_ key: Key) throws -> Double { try members().decode(Double.self, forKey: key) }

    /// Reads a Boolean.
    public func read(_ key: Key) throws -> Bool { try members().decode(Bool.self, forKey: key) }

    /// Reads a value of any type.
    public func read<T: Decodable>(_ key: Key) throws -> T {
        try members().decode(T.self, forKey: key)
    }

    /// Reads a string; nil for one that is absent or null.
    public func readIfPresent(_ key: Key) throws -> String? {
        try members().decodeIfPresent(String.self, forKey: key)
    }

    /// Reads a whole number; nil for one that is absent or null.
    public func readIfPresent(_ key: Key) throws -> Int? {
        try members().decodeIfPresent(Int.self, forKey: key)
    }

    /// Reads a value of any type; nil for one that is absent or null.
    public func readIfPresent<T: Decodable>(_ key: Key) throws -> T? {
        try members().decodeIfPresent(T.self, forKey: key)
    }
}

@available(*, unavailable)
extension JSONReader: Sendable {}

extension TextReader {
    /// Reads a value by its type's own reader.
    func read<R: JSONReadable>(_ type: R.Type, _ index: Int) throws -> R {
        guard word(index).tapeKind == .tapeObject else {
            throw state.mismatch([String: Any].self, index, "object")
        }
        let core = try open(R.JSONKeys.self, index)
        core.pointee.isBusy = true
        defer { core.pointee.isBusy = false }
        return try R(json: JSONReader(core))
    }
}
