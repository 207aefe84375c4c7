/// How the keys of one type that fit a byte are written, each found out once.
struct NameTable {
    /// A name in quotes and its colon.
    private struct Name {
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        /// The first key that is written the same.
        var same: UInt8 = 0
    }

    let isSmall: Bool
    let isEmpty: Bool
    private let names: UnsafeMutablePointer<Name>
    private var cores: [UnsafeMutablePointer<WriteCore>] = []
    private var firstFree = 0

    init(size: Int, isTrivial: Bool) {
        isSmall = size <= 1 && isTrivial
        isEmpty = size == 0
        names = .allocate(capacity: 256)
        names.initialize(repeating: Name(), count: 256)
    }

    /// Forgets how names are spelt: the next encoding has a strategy of its own.
    func forget() {
        for key in 0..<256 {
            names[key].bytes?.deallocate()
            names[key] = Name()
        }
    }

    /// A core that no container uses.
    mutating func core(
        _ sheet: UnsafeMutablePointer<Sheet>,
        _ table: UnsafeMutablePointer<NameTable>
    ) -> UnsafeMutablePointer<WriteCore> {
        while firstFree > 0, cores[firstFree - 1].pointee.isFree { firstFree -= 1 }
        while firstFree < cores.count, !cores[firstFree].pointee.isFree { firstFree += 1 }
        if firstFree == cores.count {
            let core = UnsafeMutablePointer<WriteCore>.allocate(capacity: 1)
            core.initialize(to: WriteCore(sheet: sheet, table: table))
            cores.append(core)
        }
        firstFree += 1
        return cores[firstFree - 1]
    }

    func free() {
        forget()
        names.deallocate()
        for core in cores {
            core.deinitialize(count: 1)
            core.deallocate()
        }
    }

    /// Writes a key's name and gives the key that stands for its spelling.
    @inline(__always)
    func write(
        _ key: UInt8,
        _ name: @autoclosure () -> String,
        to sheet: UnsafeMutablePointer<Sheet>
    ) -> UInt8 {
        if names[Int(key)].bytes == nil { learn(key, name(), sheet) }
        let known = names[Int(key)]
        if let bytes = known.bytes {
            sheet.pointee.append(UnsafePointer(bytes), known.length)
        }
        return known.same
    }

    @inline(never)
    private func learn(_ key: UInt8, _ name: String, _ sheet: UnsafeMutablePointer<Sheet>) {
        let start = sheet.pointee.count
        sheet.pointee.write(sheet.pointee.state.json.keys.encoded(name))
        sheet.pointee.append(UInt8(ascii: ":"))
        let length = sheet.pointee.count - start
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: length)
        bytes.initialize(from: sheet.pointee.bytes + start, count: length)
        sheet.pointee.count = start
        let text = UnsafeBufferPointer(start: bytes, count: length)
        let same = (0..<256).first { other in
            let known = names[other]
            return known.bytes != nil
                && text.elementsEqual(UnsafeBufferPointer(start: known.bytes, count: known.length))
        }
        names[Int(key)] = Name(
            bytes: bytes,
            length: length,
            same: same.map { UInt8(truncatingIfNeeded: $0) } ?? key
        )
    }
}

/// What a keyed container points to: an open object, and which names it has.
struct WriteCore {
    let sheet: UnsafeMutablePointer<Sheet>
    let table: UnsafeMutablePointer<NameTable>
    var generation: UInt32 = 0
    private var serial: UInt32 = 0
    private(set) var depth = 0
    private var written: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    /// Names of keys that do not fit a byte.
    private var others: Set<String> = []
    private var lastOther = ""
    /// The container made for this core.
    var container: AnyObject?

    init(sheet: UnsafeMutablePointer<Sheet>, table: UnsafeMutablePointer<NameTable>) {
        self.sheet = sheet
        self.table = table
    }

    var isFree: Bool {
        mutating get { container == nil || isKnownUniquelyReferenced(&container) }
    }

    /// Takes the object at a depth; an object that is none has generation 0, and is dead.
    mutating func open(_ depth: Int, _ serial: UInt32, alive: Bool) {
        self.depth = depth
        self.serial = serial
        generation = alive ? sheet.pointee.generation : 0
        written = (0, 0, 0, 0)
        if !others.isEmpty { others = [] }
    }

    /// Comes back to this object, whatever is open in it.
    @inline(__always)
    private func come() throws {
        guard generation == sheet.pointee.generation else { throw sheet.pointee.outlived }
        if sheet.pointee.depth != depth + 1 { sheet.pointee.close(to: depth + 1) }
        guard sheet.pointee.depth == depth + 1, sheet.pointee.frames[depth].serial == serial else {
            throw sheet.pointee.tooHard()
        }
    }

    /// Writes a member's name; a name that is there already is more than a stream can do.
    @inline(__always)
    mutating func member(_ key: UInt8, _ name: @autoclosure () -> String) throws {
        try come()
        separate()
        let same = table.pointee.write(key, name(), to: sheet)
        let bit: UInt64 = 1 << UInt64(same & 63)
        let known: UInt64
        switch same >> 6 {
        case 0: (known, written.0) = (written.0, written.0 | bit)
        case 1: (known, written.1) = (written.1, written.1 | bit)
        case 2: (known, written.2) = (written.2, written.2 | bit)
        default: (known, written.3) = (written.3, written.3 | bit)
        }
        if known & bit != 0 { throw sheet.pointee.tooHard() }
    }

    mutating func member(_ name: String) throws {
        try come()
        let name = sheet.pointee.state.json.keys.encoded(name)
        guard others.insert(name).inserted else { throw sheet.pointee.tooHard() }
        lastOther = name
        separate()
        sheet.pointee.write(name)
        sheet.pointee.append(UInt8(ascii: ":"))
    }

    @inline(__always)
    private func separate() {
        let frame = sheet.pointee.frames + depth
        if frame.pointee.count > 0 { sheet.pointee.append(UInt8(ascii: ",")) }
        frame.pointee.count += 1
        frame.pointee.name = sheet.pointee.count
    }

    /// How far the object has been written.
    struct Mark {
        fileprivate var length: Int
        fileprivate var members: Int
        fileprivate var written: (UInt64, UInt64, UInt64, UInt64)
    }

    /// Comes back to this object and notes how far it is.
    @inline(__always)
    func mark() throws -> Mark {
        try come()
        return Mark(
            length: sheet.pointee.count,
            members: sheet.pointee.frames[depth].count,
            written: written
        )
    }

    /// Takes a member that failed back, as if it had never been asked for.
    mutating func undo(_ mark: Mark) {
        guard generation == sheet.pointee.generation, sheet.pointee.depth > depth,
            sheet.pointee.frames[depth].serial == serial
        else { return }
        sheet.pointee.depth = depth + 1
        sheet.pointee.count = mark.length
        sheet.pointee.frames[depth].count = mark.members
        written = mark.written
        others.remove(lastOther)
    }
}
