/// What is known about a type, found out once: how its values are written.
struct WritePlan {
    enum Kind: UInt8 {
        case custom, string, bool, int, double, float, integer, whole, value, date, data, url
        case decimal, int32, int64, uint
    }

    let kind: Kind
    /// The type itself, where it is an array, a dictionary or an optional.
    var whole: (any WholeEncodable.Type)?
    /// Whether the type is a date that is stored as one double and nothing else.
    var isDouble = false

    init<T: Encodable>(_ type: T.Type) {
        if type == String.self {
            kind = .string
        } else if type == Bool.self {
            kind = .bool
        } else if type == Int.self {
            kind = .int
        } else if type == Double.self {
            kind = .double
        } else if type == Float.self {
            kind = .float
        } else if type == Int32.self {
            kind = .int32
        } else if type == Int64.self {
            kind = .int64
        } else if type == UInt.self {
            kind = .uint
        } else if type is any FixedWidthInteger.Type {
            kind = .integer
        } else if let type = type as? any WholeEncodable.Type {
            kind = .whole
            whole = type
        } else {
            switch Special(type) {
            case .plain, .stringKeyed: kind = .custom
            case .value: kind = .value
            case .date: kind = .date
            case .data: kind = .data
            case .url: kind = .url
            case .decimal: kind = .decimal
            }
            if kind == .date, let type = type as? any Decodable.Type {
                isDouble = TypePlan.isDouble(type)
            }
        }
    }
}

/// Writes values where the sheet ends.
struct StreamWriter {
    let sheet: UnsafeMutablePointer<Sheet>

    var state: StreamState { sheet.pointee.state }

    @inline(__always)
    func plan<T: Encodable>(_ type: T.Type) -> UnsafeMutablePointer<WritePlan> {
        sheet.pointee.plans[type]?.assumingMemoryBound(to: WritePlan.self) ?? newPlan(type)
    }

    @inline(never)
    private func newPlan<T: Encodable>(_ type: T.Type) -> UnsafeMutablePointer<WritePlan> {
        let plan = UnsafeMutablePointer<WritePlan>.allocate(capacity: 1)
        plan.initialize(to: WritePlan(type))
        sheet.pointee.plans.insert(type, UnsafeMutableRawPointer(plan))
        return plan
    }

    /// Writes one value of any type.
    func write<T: Encodable>(_ value: T) throws { try write(value, plan(T.self)) }

    /// Writes one value of a type whose plan is at hand.
    func write<T: Encodable>(_ value: T, _ plan: UnsafeMutablePointer<WritePlan>) throws {
        switch plan.pointee.kind {
        case .custom: try custom(value)
        case .string: sheet.pointee.write(unsafeBitCast(value, to: String.self))
        case .int: sheet.pointee.write(unsafeBitCast(value, to: Int.self))
        case .bool: sheet.pointee.write(unsafeBitCast(value, to: Bool.self))
        case .double: try write(unsafeBitCast(value, to: Double.self))
        case .whole: try whole(value, plan)
        case .date where plan.pointee.isDouble && sheet.pointee.writesTimestamps:
            let seconds = unsafeBitCast(value, to: Double.self) + DateStrategy.reference
            if !sheet.pointee.write(timestamp: seconds) { try rare(value, plan.pointee.kind) }
        default: try rare(value, plan.pointee.kind)
        }
    }

    private func custom<T: Encodable>(_ value: T) throws {
        let depth = sheet.pointee.depth
        let serial = sheet.pointee.push(.pending)
        do {
            try value.encode(to: StreamEncoder(sheet, depth, serial))
        } catch {
            state.note(depth)
            throw error
        }
        guard sheet.pointee.depth > depth, sheet.pointee.frames[depth].serial == serial else {
            throw sheet.pointee.tooHard()
        }
        sheet.pointee.close(to: depth)
    }

    private func whole<T: Encodable>(
        _ value: T,
        _ plan: UnsafeMutablePointer<WritePlan>
    ) throws {
        guard let whole = plan.pointee.whole else { return try custom(value) }
        let depth = sheet.pointee.depth
        do {
            try withUnsafeBytes(of: value) { try whole.write($0, self) }
        } catch {
            state.note(depth)
            throw error
        }
        sheet.pointee.close(to: depth)
    }

    func write(_ value: Double) throws {
        guard value.isFinite else { return try nonConforming(value) }
        sheet.pointee.write(shortest: value)
    }

    func write(_ value: Float) throws {
        guard value.isFinite else { return try nonConforming(value) }
        sheet.pointee.write(shortest: value)
    }

    private func nonConforming<F: BinaryFloatingPoint & LosslessStringConvertible>(
        _ value: F
    ) throws {
        guard case .strings(let positive, let negative, let nan) = state.json.nonConformingFloats
        else { throw state.invalid(value, "\(value) is not a number in JSON") }
        sheet.pointee.write(value.isNaN ? nan : value < 0 ? negative : positive)
    }

    @inline(never)
    private func rare<T: Encodable>(_ value: T, _ kind: WritePlan.Kind) throws {
        switch kind {
        case .float: return try write(unsafeBitCast(value, to: Float.self))
        case .int32: return sheet.pointee.write(Int(unsafeBitCast(value, to: Int32.self)))
        case .int64: return sheet.pointee.write(Int(unsafeBitCast(value, to: Int64.self)))
        case .uint: return sheet.pointee.write(digits: unsafeBitCast(value, to: UInt.self))
        case .value: return write(tree: value as? JSONValue ?? .null)
        default: break
        }
        if kind == .integer, let value = value as? any FixedWidthInteger {
            return integer(value)
        }
        let depth = sheet.pointee.depth
        do {
            try write(tree: special(value, kind))
        } catch {
            state.note(depth)
            throw error
        }
    }

    private func integer(_ value: some FixedWidthInteger) {
        if let value = Int(exactly: value) { return sheet.pointee.write(value) }
        var text = "\(value)"
        text.withUTF8 { text in
            if let start = text.baseAddress { sheet.pointee.append(start, text.count) }
        }
    }

    private func special<T: Encodable>(_ value: T, _ kind: WritePlan.Kind) throws -> JSONValue {
        let state = state.special
        let trail = sheet.pointee.steps(to: sheet.pointee.depth)
            .reduce(nil as Trail?) { Trail($0, $1) }
        switch kind {
        case .date: return try state.date(value, trail)
        case .data: return try state.data(value)
        case .url: return try state.url(value)
        case .decimal: return try state.decimal(value, trail)
        default: return .null
        }
    }

    private func write(tree value: JSONValue) {
        if case .string(let text) = value { return sheet.pointee.write(text) }
        var writer = JSONWriter(
            indent: nil,
            sortedKeys: false,
            escapingSlashes: sheet.pointee.escapesSlashes
        )
        writer.write(value)
        writer.bytes.withUnsafeBufferPointer { text in
            if let start = text.baseAddress { sheet.pointee.append(start, text.count) }
        }
    }
}
