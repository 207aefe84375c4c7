/// Reads values of the text by their place on the tape.
struct TextReader {
    let page: UnsafeMutablePointer<Page>

    var state: DecodeState { page.pointee.state }

    /// The tape's word at an index; a null for a value that is absent.
    @inline(__always)
    func word(_ index: Int) -> UInt64 { index >= 0 ? page.pointee.words[index] : .tapeNull }

    /// The index behind a value.
    @inline(__always)
    func next(_ index: Int) -> Int { page.pointee.words[index].tapeNext(index) }

    /// How many values an array holds; names count too in an object.
    func count(_ index: Int) -> Int {
        let end = page.pointee.words[index].tapeLength
        var child = index + 1
        var count = 0
        while child < end {
            child = next(child)
            count += 1
        }
        return count
    }

    /// What is known about a type.
    @inline(__always)
    func plan<T: Decodable>(_ type: T.Type) -> UnsafeMutablePointer<TypePlan> {
        page.pointee.plans[type]?.assumingMemoryBound(to: TypePlan.self) ?? newPlan(type)
    }

    @inline(never)
    private func newPlan(_ type: any Decodable.Type) -> UnsafeMutablePointer<TypePlan> {
        let plan = UnsafeMutablePointer<TypePlan>.allocate(capacity: 1)
        plan.initialize(to: TypePlan(type))
        page.pointee.plans.insert(type, UnsafeMutableRawPointer(plan))
        return plan
    }

    /// Reads one value of any type.
    func decode<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        try decode(type, index, plan(type))
    }

    /// Reads one value of a type whose plan is at hand.
    func decode<T: Decodable>(
        _ type: T.Type,
        _ index: Int,
        _ plan: UnsafeMutablePointer<TypePlan>
    ) throws -> T {
        switch plan.pointee.kind {
        case .custom: return try custom(type, index, plan)
        case .whole, .readable: return try whole(type, index, plan)
        case .string: return cast(try string(index))
        case .int: return cast(try int(index))
        case .double: return cast(try double(index))
        case .bool: return cast(try bool(index))
        case .date: return try date(type, index, plan)
        case .strings: return cast(try [String].read(self, index))
        case .ints: return cast(try [Int].read(self, index))
        case .doubles: return cast(try [Double].read(self, index))
        default: return try rare(type, index, plan)
        }
    }

    @inline(__always)
    private func cast<A, T>(_ value: A) -> T { unsafeBitCast(value, to: T.self) }

    @inline(__always)
    private func custom<T: Decodable>(
        _ type: T.Type,
        _ index: Int,
        _ plan: UnsafeMutablePointer<TypePlan>
    ) throws -> T {
        do {
            return try T(from: ValueDecoder(self, index))
        } catch {
            state.note(index)
            throw error
        }
    }

    private func whole<T: Decodable>(
        _ type: T.Type,
        _ index: Int,
        _ plan: UnsafeMutablePointer<TypePlan>
    ) throws -> T {
        do {
            if let readable = plan.pointee.readable {
                return try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
                    guard let place = memory.baseAddress else {
                        return try custom(type, index, plan)
                    }
                    try read(readable, index, into: UnsafeMutableRawPointer(place))
                    return place.move()
                }
            }
            if let whole = plan.pointee.whole { return try read(whole, index) }
        } catch {
            state.note(index)
            throw error
        }
        return try custom(type, index, plan)
    }

    @inline(__always)
    private func read<W: WholeDecodable, T>(_ whole: W.Type, _ index: Int) throws -> T {
        cast(try whole.read(self, index))
    }

    private func date<T: Decodable>(
        _ type: T.Type,
        _ index: Int,
        _ plan: UnsafeMutablePointer<TypePlan>
    ) throws -> T {
        if plan.pointee.isDouble, page.pointee.readsTimestamps, let seconds = timestamp(index) {
            return cast(seconds - DateStrategy.reference)
        }
        return try rare(type, index, plan)
    }

    /// Seconds since 1970 in the commonest form, `2024-02-29T12:30:00Z`; nil for all others.
    private func timestamp(_ index: Int) -> Double? {
        let word = word(index)
        guard word & (.tapeEscaped | 7) == .tapeString, word.tapeLength == 20 else { return nil }
        return Timestamp.seconds(page.pointee.base + word.tapeStart)
    }

    private func rare<T: Decodable>(
        _ type: T.Type,
        _ index: Int,
        _ plan: UnsafeMutablePointer<TypePlan>
    ) throws -> T {
        switch plan.pointee.kind {
        case .float: cast(try state.float(index))
        case .int8: cast(try integer(Int8.self, index))
        case .int16: cast(try integer(Int16.self, index))
        case .int32: cast(try integer(Int32.self, index))
        case .int64: cast(try integer(Int64.self, index))
        case .int128: cast(try integer(Int128.self, index))
        case .uint: cast(try integer(UInt.self, index))
        case .uint8: cast(try integer(UInt8.self, index))
        case .uint16: cast(try integer(UInt16.self, index))
        case .uint32: cast(try integer(UInt32.self, index))
        case .uint64: cast(try integer(UInt64.self, index))
        case .uint128: cast(try integer(UInt128.self, index))
        default: try state.special(type, index, plan.pointee.kind)
        }
    }
}
