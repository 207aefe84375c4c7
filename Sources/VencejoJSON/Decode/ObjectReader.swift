/// What is known of a type of keys without knowing the type.
@usableFromInline struct KeyShape {
    let type: Any.Type
    let size: Int
    let isTrivial: Bool

    @inlinable @inline(__always)
    init<Key: CodingKey>(_ type: Key.Type) {
        self.init(type, size: MemoryLayout<Key>.size, isTrivial: _isPOD(type))
    }

    @usableFromInline init(_ type: Any.Type, size: Int, isTrivial: Bool) {
        (self.type, self.size, self.isTrivial) = (type, size, isTrivial)
    }
}

/// An open object, for types that read themselves.
///
/// Nothing in it is generic: a key comes as its byte, and as itself only where its name is needed.
@usableFromInline struct ObjectReader {
    private let core: UnsafeMutablePointer<KeyedCore>
    private let serial: UInt32

    init(_ core: UnsafeMutablePointer<KeyedCore>) {
        self.core = core
        serial = core.pointee.serial
        core.pointee.isBusy = true
    }

    private var reader: TextReader {
        @inline(__always) get { TextReader(page: core.pointee.page) }
    }

    /// The place of a member's value, 0 when there is none.
    @inline(__always)
    private func find(_ byte: UInt8, _ key: () -> any CodingKey) throws -> Int {
        // A core that has gone on to another object, or whose decoding is over.
        guard serial == core.pointee.serial,
            core.pointee.generation == core.pointee.page.pointee.generation
        else { throw DecodeState.outlived }
        guard core.pointee.table.pointee.isSmall else {
            return core.pointee.members?.place(key().stringValue) ?? 0
        }
        return core.pointee.find(byte, key().stringValue)
    }

    @inline(__always)
    private func place(
        _ byte: UInt8,
        _ key: () -> any CodingKey,
        _ type: Any.Type
    ) throws -> Int {
        let place = try find(byte, key)
        guard place != 0 else { throw missing(key(), type) }
        return place
    }

    @inline(never)
    private func missing(_ key: any CodingKey, _ type: Any.Type) -> any Error {
        reader.state.missing(key, type, core.pointee.index)
    }

    @usableFromInline func contains(_ byte: UInt8, _ key: () -> any CodingKey) -> Bool {
        (try? find(byte, key)).map { $0 != 0 } ?? false
    }

    /// Whether a member is there and not null.
    @usableFromInline func isPresent(_ byte: UInt8, _ key: () -> any CodingKey) throws -> Bool {
        let place = try find(byte, key)
        return place != 0 && core.pointee.page.pointee.words[place].tapeKind != .tapeNull
    }

    @usableFromInline func string(_ byte: UInt8, _ key: () -> any CodingKey) throws -> String {
        try reader.string(place(byte, key, String.self))
    }

    @usableFromInline func int(_ byte: UInt8, _ key: () -> any CodingKey) throws -> Int {
        try reader.int(place(byte, key, Int.self))
    }

    @usableFromInline func double(_ byte: UInt8, _ key: () -> any CodingKey) throws -> Double {
        try reader.double(place(byte, key, Double.self))
    }

    @usableFromInline func bool(_ byte: UInt8, _ key: () -> any CodingKey) throws -> Bool {
        try reader.bool(place(byte, key, Bool.self))
    }

    @usableFromInline func strings(_ byte: UInt8, _ key: () -> any CodingKey) throws -> [String] {
        try [String].read(reader, place(byte, key, [String].self))
    }

    @usableFromInline func value<T: Decodable>(
        _ byte: UInt8,
        _ key: () -> any CodingKey
    ) throws -> T {
        let place = try find(byte, key)
        if place == 0 {
            guard let optional = T.self as? any Absentable.Type else {
                throw missing(key(), T.self)
            }
            return try DecodeState.cast(optional.absent, T.self)
        }
        return try reader.decode(T.self, place)
    }
}

/// A type with a value for what is absent.
private protocol Absentable {
    static var absent: Self { get }
}

extension Optional: Absentable {
    fileprivate static var absent: Wrapped? { nil }
}

extension ObjectReader {
    /// Opens the object that is a member's value.
    @usableFromInline func open(
        _ shape: KeyShape,
        _ byte: UInt8,
        _ key: () -> any CodingKey
    ) throws -> ObjectReader {
        let place = try place(byte, key, [String: Any].self)
        return try ObjectReader(reader.open(reader.keys(shape), object: place))
    }

    /// Takes up the array that is a member's value.
    @usableFromInline func elements(
        _ shape: KeyShape,
        _ byte: UInt8,
        _ key: () -> any CodingKey
    ) throws -> ElementsReader {
        try ElementsReader(reader, reader.keys(shape), place(byte, key, [Any].self))
    }

    /// Others may use the core from now on.
    @usableFromInline func close(failed: Bool) {
        if failed { reader.state.note(core.pointee.index) }
        core.pointee.isBusy = false
    }
}

/// The objects of an array, one after the other.
@usableFromInline struct ElementsReader {
    private let reader: TextReader
    private let table: UnsafeMutablePointer<KeyTable>
    private var child: Int
    private let end: Int
    @usableFromInline let count: Int

    init(_ reader: TextReader, _ table: UnsafeMutablePointer<KeyTable>, _ index: Int) throws {
        let word = reader.word(index)
        guard word.tapeKind == .tapeArray else {
            throw reader.state.mismatch([Any].self, index, "array")
        }
        self.reader = reader
        self.table = table
        child = index + 1
        end = word.tapeLength
        count = reader.count(index)
    }

    @usableFromInline mutating func next() throws -> ObjectReader? {
        guard child < end else { return nil }
        let object = try ObjectReader(reader.open(table, object: child))
        child = reader.next(child)
        return object
    }
}

extension TextReader {
    /// Opens an object for a type that reads itself.
    @inline(__always)
    func open(
        _ table: UnsafeMutablePointer<KeyTable>,
        object index: Int
    ) throws -> UnsafeMutablePointer<KeyedCore> {
        guard word(index).tapeKind == .tapeObject else {
            let error = state.mismatch([String: Any].self, index, "object")
            state.note(index)
            throw error
        }
        let core = table.pointee.core(page, table)
        try core.pointee.open(index)
        return core
    }

    /// Reads a value by its type's own reader, into memory that holds none.
    func read<R: JSONReadable>(
        _ type: R.Type,
        _ index: Int,
        into memory: UnsafeMutableRawPointer
    ) throws {
        let object = try ObjectReader(open(keys(KeyShape(R.JSONKeys.self)), object: index))
        try memory.assumingMemoryBound(to: R.self).initialize(to: R(reading: object))
    }

    /// Reads an array of values by their type's own reader.
    func readAll<R: JSONReadable>(_ type: R.Type, _ index: Int) throws -> [R] {
        try [R](reading: ElementsReader(self, keys(KeyShape(R.JSONKeys.self)), index))
    }
}

@available(*, unavailable)
extension KeyShape: Sendable {}

@available(*, unavailable)
extension ObjectReader: Sendable {}

@available(*, unavailable)
extension ElementsReader: Sendable {}
