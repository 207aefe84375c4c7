/// What the containers of one decoding look at: the text, its tape, and what is known about types.
///
/// It lies at a fixed place for as long as its `DecodeState` lives, so that decoders and containers
/// are a pointer and some numbers, which cost nothing to copy. A container that outlives its
/// decoding finds another generation here and throws.
struct Page {
    var base: UnsafePointer<UInt8>
    var count = 0
    var words: UnsafeMutablePointer<UInt64>
    /// Which decoding this is; the containers of an earlier one are dead.
    var generation: UInt32 = 1
    /// Whether dates are RFC 3339 text.
    var readsTimestamps = false
    var plans = PointerMap()
    var keys = PointerMap()
    /// Where strings are put together.
    var scratch: UnsafeMutablePointer<UInt8>
    var scratchSize: Int
    unowned(unsafe) var state: DecodeState

    init(state: DecodeState, words: UnsafeMutablePointer<UInt64>) {
        self.state = state
        self.words = words
        base = UnsafePointer(Self.nothing)
        scratchSize = 256
        scratch = .allocate(capacity: scratchSize)
    }

    /// A byte for texts that have none.
    nonisolated(unsafe) static let nothing: UnsafeMutablePointer<UInt8> = {
        let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        byte.initialize(to: 0)
        return byte
    }()

    /// Gives large memory back.
    mutating func shrink() {
        guard scratchSize > 1 << 16 else { return }
        scratch.deallocate()
        scratchSize = 256
        scratch = .allocate(capacity: scratchSize)
    }

    mutating func free() {
        scratch.deallocate()
        for plan in plans.values {
            let plan = plan.assumingMemoryBound(to: TypePlan.self)
            plan.deinitialize(count: 1)
            plan.deallocate()
        }
        for keys in keys.values {
            let keys = keys.assumingMemoryBound(to: KeyTable.self)
            keys.pointee.free()
            keys.deinitialize(count: 1)
            keys.deallocate()
        }
        plans.free()
        keys.free()
    }
}

/// A table from types to pointers.
struct PointerMap {
    private var slots: UnsafeMutablePointer<(key: UInt, value: UnsafeMutableRawPointer?)>
    private var mask = 31
    private var count = 0

    init() { slots = Self.empty(32) }

    private static func empty(
        _ size: Int
    ) -> UnsafeMutablePointer<(key: UInt, value: UnsafeMutableRawPointer?)> {
        let slots = UnsafeMutablePointer<(key: UInt, value: UnsafeMutableRawPointer?)>
            .allocate(capacity: size)
        slots.initialize(repeating: (0, nil), count: size)
        return slots
    }

    @inline(__always)
    private static func hash(_ key: UInt) -> Int {
        Int(truncatingIfNeeded: (key >> 3) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }

    /// What is known about a type.
    @inline(__always)
    subscript(type: Any.Type) -> UnsafeMutableRawPointer? {
        let key = UInt(bitPattern: ObjectIdentifier(type))
        var index = Self.hash(key) & mask
        while slots[index].value != nil {
            if slots[index].key == key { return slots[index].value }
            index = (index + 1) & mask
        }
        return nil
    }

    mutating func insert(_ type: Any.Type, _ value: UnsafeMutableRawPointer) {
        if count * 2 > mask { grow() }
        put(UInt(bitPattern: ObjectIdentifier(type)), value)
        count += 1
    }

    private mutating func put(_ key: UInt, _ value: UnsafeMutableRawPointer) {
        var index = Self.hash(key) & mask
        while slots[index].value != nil { index = (index + 1) & mask }
        slots[index] = (key, value)
    }

    private mutating func grow() {
        let (old, size) = (slots, mask + 1)
        slots = Self.empty(size * 2)
        mask = size * 2 - 1
        for index in 0..<size {
            if let value = old[index].value { put(old[index].key, value) }
        }
        old.deallocate()
    }

    var values: [UnsafeMutableRawPointer] { (0...mask).compactMap { slots[$0].value } }

    func free() { slots.deallocate() }
}
