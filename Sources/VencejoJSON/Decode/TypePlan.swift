/// What is known about a type, found out once: how its values are read.
struct TypePlan {
    enum Kind: UInt8 {
        case custom, string, bool, int, double, float, int8, int16, int32, int64, int128
        case uint, uint8, uint16, uint32, uint64, uint128
        case strings, ints, doubles, whole, readable, value, date, data, url, decimal
    }

    let kind: Kind
    /// The type itself, where it is an array, a dictionary or an optional.
    var whole: (any WholeDecodable.Type)?
    /// The type itself, where it reads itself without containers.
    var readable: (any JSONReadable.Type)?
    /// Whether the type is a date that is stored as one double and nothing else.
    var isDouble = false

    init(_ type: any Decodable.Type) {
        if let scalar = Self.scalars[ObjectIdentifier(type)] {
            kind = scalar
        } else if let type = type as? any WholeDecodable.Type {
            kind = .whole
            whole = type
        } else if let type = type as? any JSONReadable.Type {
            kind = .readable
            readable = type
        } else {
            switch Special(type) {
            case .plain, .stringKeyed: kind = .custom
            case .value: kind = .value
            case .date: kind = .date
            case .data: kind = .data
            case .url: kind = .url
            case .decimal: kind = .decimal
            }
            if kind == .date { isDouble = Self.isDouble(type) }
        }
    }

    private static let scalars: [ObjectIdentifier: Kind] = [
        ObjectIdentifier(String.self): .string, ObjectIdentifier(Bool.self): .bool,
        ObjectIdentifier(Int.self): .int, ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(Float.self): .float, ObjectIdentifier(Int8.self): .int8,
        ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32,
        ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(Int128.self): .int128,
        ObjectIdentifier(UInt.self): .uint, ObjectIdentifier(UInt8.self): .uint8,
        ObjectIdentifier(UInt16.self): .uint16, ObjectIdentifier(UInt32.self): .uint32,
        ObjectIdentifier(UInt64.self): .uint64, ObjectIdentifier(UInt128.self): .uint128,
        ObjectIdentifier([String].self): .strings, ObjectIdentifier([Int].self): .ints,
        ObjectIdentifier([Double].self): .doubles,
    ]

    /// Whether decoding a double gives back just its bits: two unlikely numbers are tried.
    static func isDouble<T: Decodable>(_ type: T.Type) -> Bool {
        guard MemoryLayout<T>.size == MemoryLayout<Double>.size, _isPOD(type) else { return false }
        return [123_456_789.015625, -0x1.fedcba9876543p+77].allSatisfy { number in
            guard let value = try? T(from: NumberDecoder(value: number)) else { return false }
            return withUnsafeBytes(of: value) { $0.loadUnaligned(as: UInt64.self) }
                == number.bitPattern
        }
    }
}

/// Arrays, dictionaries and optionals, which the decoder reads as a whole.
protocol WholeDecodable {
    static func read(_ reader: TextReader, _ index: Int) throws -> Self
}

extension Optional: WholeDecodable where Wrapped: Decodable {
    static func read(_ reader: TextReader, _ index: Int) throws -> Wrapped? {
        reader.word(index).tapeKind == .tapeNull ? nil : try reader.decode(Wrapped.self, index)
    }
}

extension Array: WholeDecodable where Element: Decodable {
    static func read(_ reader: TextReader, _ index: Int) throws -> [Element] {
        let word = reader.word(index)
        guard word.tapeKind == .tapeArray else {
            throw reader.state.mismatch([Any].self, index, "array")
        }
        // Simple elements are read by code that knows their type.
        if Element.self == Double.self { return cast(try reader.list(index, reader.double)) }
        if Element.self == Int.self { return cast(try reader.list(index, reader.int)) }
        if Element.self == String.self { return cast(try reader.list(index, reader.string)) }
        let plan = reader.plan(Element.self)
        if plan.pointee.kind == .doubles {
            return cast(try reader.list(index) { try [Double].read(reader, $0) })
        }
        if let readable = plan.pointee.readable { return try readAll(readable, reader, index) }
        return try [Element](unsafeUninitializedCapacity: reader.count(index)) { buffer, count in
            guard var place = buffer.baseAddress else { return }
            var child = index + 1
            while child < word.tapeLength {
                place.initialize(to: try reader.decode(Element.self, child, plan))
                count += 1
                place += 1
                child = reader.next(child)
            }
        }
    }

    private static func readAll<R: JSONReadable>(
        _ type: R.Type,
        _ reader: TextReader,
        _ index: Int
    ) throws -> [Element] {
        cast(try reader.readAll(type, index))
    }

    @inline(__always)
    private static func cast<T>(_ array: [T]) -> [Element] {
        unsafeBitCast(array, to: [Element].self)
    }
}

extension Dictionary: WholeDecodable where Key == String, Value: Decodable {
    static func read(_ reader: TextReader, _ index: Int) throws -> [String: Value] {
        let word = reader.word(index)
        guard word.tapeKind == .tapeObject else {
            throw reader.state.mismatch([String: Any].self, index, "object")
        }
        let plan = reader.plan(Value.self)
        var result = [String: Value](minimumCapacity: reader.count(index) / 2)
        var child = index + 1
        while child < word.tapeLength {
            let key = try reader.string(child)
            // The first of several members of one name counts.
            if result[key] == nil {
                result[key] = try reader.decode(Value.self, child + 1, plan)
            }
            child = reader.next(child + 1)
        }
        return result
    }
}
