/// What has been learnt about one type of keys that fit a byte, as an enum's do.
///
/// Each spelling that stood in a text is an entry, which leads to a name in Swift's spelling; the
/// names that a type has asked for are numbered, and a container notes each one's value in a row.
/// After the first object of a type nothing is hashed or converted: an entry also remembers which
/// one followed it, so that a name in the text is compared with one spelling only.
struct KeyTable {
    struct Entry {
        var bytes: UnsafeMutablePointer<UInt8>
        var length: Int
        var head: UInt64
        var tail: UInt64
        /// The number of the name, below zero while no type has asked for it.
        var name: Int32
        /// The entry that came after this one.
        var follower: Int32 = 0
    }

    private static let most = 512
    private var capacity = 32

    /// Whether the keys fit a byte.
    let isSmall: Bool
    let isEmpty: Bool
    private(set) var entries: UnsafeMutablePointer<Entry>
    private var entryCount = 0
    private var buckets: UnsafeMutablePointer<Int32>
    /// The number of a key's name, by the key's byte; below zero while it has not been asked for.
    let numbers: UnsafeMutablePointer<Int32>
    private(set) var names: [String] = []
    private var numbersOfNames: [String: Int32] = [:]
    private var cores: [UnsafeMutablePointer<KeyedCore>] = []
    private var firstFree = 0

    init(size: Int, isTrivial: Bool) {
        isSmall = size <= 1 && isTrivial
        isEmpty = size == 0
        entries = .allocate(capacity: capacity)
        buckets = .allocate(capacity: capacity * 2)
        buckets.initialize(repeating: -1, count: capacity * 2)
        numbers = .allocate(capacity: 256)
        numbers.initialize(repeating: -1, count: 256)
    }

    /// Forgets how names are spelt: the next decoding has a strategy of its own.
    mutating func forget() {
        for index in 0..<entryCount {
            entries[index].bytes.deallocate()
            entries[index].length = -1
        }
        entryCount = 0
        buckets.update(repeating: -1, count: capacity * 2)
    }

    /// Makes room for four times as many spellings.
    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 4)
        larger.moveInitialize(from: entries, count: entryCount)
        entries.deallocate()
        buckets.deallocate()
        (entries, capacity) = (larger, capacity * 4)
        buckets = .allocate(capacity: capacity * 2)
        buckets.initialize(repeating: -1, count: capacity * 2)
        for index in 0..<entryCount {
            let entry = entries[index]
            buckets[free(Self.mix((entry.head, entry.tail), entry.length))] = Int32(index)
        }
    }

    /// Where the search for a spelling begins.
    @inline(__always)
    private static func mix(_ ends: (head: UInt64, tail: UInt64), _ length: Int) -> Int {
        let mixed = (ends.head ^ ends.tail &* 31 ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 40)
    }

    private func free(_ start: Int) -> Int {
        var bucket = start & (capacity * 2 - 1)
        while buckets[bucket] >= 0 { bucket = (bucket + 1) & (capacity * 2 - 1) }
        return bucket
    }

    /// A core that no container uses.
    mutating func core(
        _ page: UnsafeMutablePointer<Page>,
        _ table: UnsafeMutablePointer<KeyTable>
    ) -> UnsafeMutablePointer<KeyedCore> {
        while firstFree > 0, cores[firstFree - 1].pointee.isFree { firstFree -= 1 }
        while firstFree < cores.count, !cores[firstFree].pointee.isFree { firstFree += 1 }
        if firstFree == cores.count {
            let core = UnsafeMutablePointer<KeyedCore>.allocate(capacity: 1)
            core.initialize(to: KeyedCore(page: page, table: table))
            cores.append(core)
        }
        firstFree += 1
        return cores[firstFree - 1]
    }

    mutating func free() {
        forget()
        entries.deallocate()
        buckets.deallocate()
        numbers.deallocate()
        for core in cores {
            core.pointee.free()
            core.deinitialize(count: 1)
            core.deallocate()
        }
    }
}

extension KeyTable {
    /// Gives a name a number.
    mutating func number(of key: UInt8, _ name: String, _ keys: KeyStrategy) -> Int {
        if let known = numbersOfNames[name] {
            numbers[Int(key)] = known
            return Int(known)
        }
        let number = Int32(names.count)
        names.append(name)
        numbersOfNames[name] = number
        numbers[Int(key)] = number
        for index in 0..<entryCount
        where entries[index].name < 0 && Self.swift(entries[index], keys) == name {
            entries[index].name = number
        }
        return Int(number)
    }

    private static func swift(_ entry: Entry, _ keys: KeyStrategy) -> String {
        swift(entry.bytes, entry.length, keys)
    }

    /// Swift's spelling of a name in the text.
    static func swift(
        _ start: UnsafePointer<UInt8>,
        _ length: Int,
        _ keys: KeyStrategy
    ) -> String {
        let text = UnsafeBufferPointer(start: start, count: length)
        guard text.contains(UInt8(ascii: "\\")) else {
            return keys.decoded(String(decoding: text, as: UTF8.self))
        }
        let plain = String(unsafeUninitializedCapacity: length) { output in
            output.baseAddress.map { Unescaping.resolve(start, length, into: $0) } ?? 0
        }
        return keys.decoded(plain)
    }

    /// The first bytes of a name in one word, its last in another.
    @inline(__always)
    static func ends(
        _ start: UnsafePointer<UInt8>,
        _ length: Int
    ) -> (head: UInt64, tail: UInt64) {
        if length >= 8 {
            let raw = UnsafeRawPointer(start)
            return (
                raw.loadUnaligned(as: UInt64.self),
                (raw + (length - 8)).loadUnaligned(as: UInt64.self)
            )
        }
        if length >= 4 {
            let raw = UnsafeRawPointer(start)
            let first = UInt64(raw.loadUnaligned(as: UInt32.self))
            let last = UInt64((raw + (length - 4)).loadUnaligned(as: UInt32.self))
            return (first << 32 | last, 0)
        }
        var head: UInt64 = 0
        for index in 0..<length { head = head << 8 | UInt64(start[index]) }
        return (head, 0)
    }

    /// Whether an entry is this spelling.
    @inline(__always)
    func matches(
        _ entry: Int,
        _ start: UnsafePointer<UInt8>,
        _ length: Int,
        _ ends: (head: UInt64, tail: UInt64)
    ) -> Bool {
        let entry = entries + entry
        guard entry.pointee.length == length, entry.pointee.head == ends.head,
            entry.pointee.tail == ends.tail
        else { return false }
        guard length > 16 else { return true }
        for index in 8..<length - 8 where entry.pointee.bytes[index] != start[index] {
            return false
        }
        return true
    }

    /// The entry of a spelling, made where there is none.
    @inline(never)
    mutating func entry(
        _ start: UnsafePointer<UInt8>,
        _ length: Int,
        _ ends: (head: UInt64, tail: UInt64),
        _ keys: KeyStrategy
    ) -> Int {
        let mask = capacity * 2 - 1
        var bucket = Self.mix(ends, length) & mask
        while buckets[bucket] >= 0 {
            let known = Int(buckets[bucket])
            if matches(known, start, length, ends) { return known }
            bucket = (bucket + 1) & mask
        }
        if entryCount == capacity {
            // Names that are data fill the table again and again: it begins anew.
            if capacity < Self.most { grow() } else { forget() }
            return entry(start, length, ends, keys)
        }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, length))
        copy.initialize(from: start, count: length)
        let name = Self.swift(start, length, keys)
        entries[entryCount] = Entry(
            bytes: copy,
            length: length,
            head: ends.head,
            tail: ends.tail,
            name: numbersOfNames[name] ?? -1
        )
        buckets[bucket] = Int32(entryCount)
        entryCount += 1
        return entryCount - 1
    }

    /// Whether anything is known.
    @inline(__always)
    var knows: Bool { entryCount > 0 }
}
