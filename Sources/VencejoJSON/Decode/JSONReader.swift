/// An object in a JSON text, while a type reads itself from it.
///
/// Members may be read in any order; the order of the text is not faster.
public struct JSONReader<Key: CodingKey> {
    @usableFromInline let object: ObjectReader

    @inlinable @inline(__always)
    init(_ object: ObjectReader) { self.object = object }

    /// The byte that a key is, where it is one.
    @inlinable @inline(__always)
    func byte(_ key: Key) -> UInt8 {
        withUnsafeBytes(of: key) { $0.count == 1 ? $0.load(as: UInt8.self) : 0 }
    }

    /// Whether the object has a member of this name, be it null.
    @inlinable @inline(__always)
    public func contains(_ key: Key) -> Bool { object.contains(byte(key)) { key } }
}

@available(*, unavailable)
extension JSONReader: Sendable {}

// These are inlined where they are used: what is left is one call for each member.
extension JSONReader {
    /// Reads a string.
    @inlinable @inline(__always)
    public func read(_ key: Key) throws -> String { try object.string(byte(key)) { key } }

    /// Reads a whole number.
    @inlinable @inline(__always)
    public func read(_ key: Key) throws -> Int { try object.int(byte(key)) { key } }

    /// Reads a number.
    @inlinable @inline(__always)
    public func read(_ key: Key) throws -> Double { try object.double(byte(key)) { key } }

    /// Reads a Boolean.
    @inlinable @inline(__always)
    public func read(_ key: Key) throws -> Bool { try object.bool(byte(key)) { key } }

    /// Reads an array of strings.
    @inlinable @inline(__always)
    public func read(_ key: Key) throws -> [String] { try object.strings(byte(key)) { key } }

    /// Reads a value of any type; nil for an optional that is absent.
    @inlinable @inline(__always)
    public func read<T: Decodable>(_ key: Key, as type: T.Type = T.self) throws -> T {
        try object.value(byte(key)) { key }
    }

    /// Reads a value that reads itself.
    @inlinable
    public func read<R: JSONReadable>(_ key: Key, as type: R.Type = R.self) throws -> R {
        let shape = KeyShape(R.JSONKeys.self)
        return try R(reading: object.open(shape, byte(key)) { key })
    }

    /// Reads an array of values that read themselves.
    @inlinable
    public func read<R: JSONReadable>(
        _ key: Key,
        as type: [R].Type = [R].self
    ) throws -> [R] {
        let shape = KeyShape(R.JSONKeys.self)
        return try [R](reading: object.elements(shape, byte(key)) { key })
    }

    /// Reads a string; nil for one that is absent or null.
    @inlinable @inline(__always)
    public func readIfPresent(_ key: Key) throws -> String? {
        try object.isPresent(byte(key)) { key } ? read(key) as String : nil
    }

    /// Reads a whole number; nil for one that is absent or null.
    @inlinable @inline(__always)
    public func readIfPresent(_ key: Key) throws -> Int? {
        try object.isPresent(byte(key)) { key } ? read(key) as Int : nil
    }

    /// Reads a number; nil for one that is absent or null.
    @inlinable @inline(__always)
    public func readIfPresent(_ key: Key) throws -> Double? {
        try object.isPresent(byte(key)) { key } ? read(key) as Double : nil
    }

    /// Reads a Boolean; nil for one that is absent or null.
    @inlinable @inline(__always)
    public func readIfPresent(_ key: Key) throws -> Bool? {
        try object.isPresent(byte(key)) { key } ? read(key) as Bool : nil
    }

    /// Reads a value of any type; nil for one that is absent or null.
    @inlinable @inline(__always)
    public func readIfPresent<T: Decodable>(
        _ key: Key,
        as type: T.Type = T.self
    ) throws -> T? {
        try object.isPresent(byte(key)) { key } ? read(key, as: type) : nil
    }

    /// Reads a value that reads itself; nil for one that is absent or null.
    @inlinable
    public func readIfPresent<R: JSONReadable>(
        _ key: Key,
        as type: R.Type = R.self
    ) throws -> R? {
        try object.isPresent(byte(key)) { key } ? read(key, as: type) : nil
    }

    /// Reads an array of values that read themselves; nil for one that is absent or null.
    @inlinable
    public func readIfPresent<R: JSONReadable>(
        _ key: Key,
        as type: [R].Type = [R].self
    ) throws -> [R]? {
        try object.isPresent(byte(key)) { key } ? read(key, as: type) : nil
    }
}

extension JSONReadable {
    /// Reads a value from an object that has been opened, and closes it.
    @inlinable @inline(__always)
    init(reading object: ObjectReader) throws {
        do {
            try self.init(json: JSONReader(object))
        } catch {
            object.close(failed: true)
            throw error
        }
        object.close(failed: false)
    }
}

extension Array where Element: JSONReadable {
    @inlinable @inline(__always)
    init(reading elements: ElementsReader) throws {
        try self.init(unsafeUninitializedCapacity: elements.count) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            var elements = elements
            while let object = try elements.next() {
                (base + count).initialize(to: try Element(reading: object))
                count += 1
            }
        }
    }
}
