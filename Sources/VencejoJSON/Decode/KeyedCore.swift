/// What a keyed container points to: an object, and where its members' values are.
///
/// It belongs to its type's `KeyTable` and is used again as soon as nobody holds its container.
struct KeyedCore {
    let page: UnsafeMutablePointer<Page>
    var table: UnsafeMutablePointer<KeyTable>
    var generation: UInt32 = 0
    var index = 0
    /// Where each name's value is on the tape, by the name's number; 0 for one that is absent.
    private(set) var places: UnsafeMutablePointer<Int32>
    private(set) var count = 0
    private var capacity = 0
    /// The container made for this core, and whether it may be used again.
    var container: AnyObject?
    /// Whether a type that reads without a container is at it.
    var isBusy = false
    /// Which object this is, of those that the core has been used for.
    private(set) var serial: UInt32 = 0
    /// Members by name, for keys that do not fit a byte.
    var members: KeyedObject?

    init(page: UnsafeMutablePointer<Page>, table: UnsafeMutablePointer<KeyTable>) {
        self.page = page
        self.table = table
        places = .allocate(capacity: 1)
    }

    /// Whether nobody holds the container.
    var isFree: Bool {
        mutating get {
            !isBusy && (container == nil || isKnownUniquelyReferenced(&container))
        }
    }

    func free() { places.deallocate() }

    /// Takes an object.
    mutating func open(_ index: Int) throws {
        self.index = index
        serial &+= 1
        generation = page.pointee.generation
        if table.pointee.isSmall {
            walk(index)
        } else {
            members = try KeyedObject(page.pointee.state, index)
        }
    }

    /// Notes where each member's value is.
    private mutating func walk(_ index: Int) {
        count = table.pointee.names.count
        if capacity < count { enlarge() }
        places.update(repeating: 0, count: count)
        let (base, words) = (page.pointee.base, page.pointee.words)
        let end = words[index].tapeLength
        var child = index + 1
        var last = -1
        var expected = 0
        while child < end {
            let word = words[child]
            let (start, length) = (base + word.tapeStart, word.tapeLength)
            let ends = KeyTable.ends(start, length)
            var entry = expected
            if !table.pointee.knows || !table.pointee.matches(entry, start, length, ends) {
                entry = table.pointee.entry(start, length, ends, page.pointee.state.json.keys)
                if last >= 0 { table.pointee.entries[last].follower = Int32(entry) }
            }
            let name = Int(table.pointee.entries[entry].name)
            // The first of several members of one name counts.
            if name >= 0, name < count, places[name] == 0 { places[name] = Int32(child + 1) }
            last = entry
            expected = Int(table.pointee.entries[entry].follower)
            child = words[child + 1].tapeNext(child + 1)
        }
    }

    private mutating func enlarge() {
        places.deallocate()
        capacity = count + 8
        places = .allocate(capacity: capacity)
        places.initialize(repeating: 0, count: capacity)
    }

    /// The place of a value, 0 when there is none; the name is asked for only the first time.
    @inline(__always)
    func find(_ key: UInt8, _ name: @autoclosure () -> String) -> Int {
        let number = Int(table.pointee.numbers[Int(key)])
        if number >= 0, number < count { return Int(places[number]) }
        return search(key, name())
    }

    /// Looks at each member: the name has got its number since this object was opened, or gets one.
    @inline(never)
    private func search(_ key: UInt8, _ name: String) -> Int {
        let keys = page.pointee.state.json.keys
        if table.pointee.numbers[Int(key)] < 0 { _ = table.pointee.number(of: key, name, keys) }
        let words = page.pointee.words
        let end = words[index].tapeLength
        var child = index + 1
        while child < end {
            let start = page.pointee.base + words[child].tapeStart
            if KeyTable.swift(start, words[child].tapeLength, keys) == name { return child + 1 }
            child = words[child + 1].tapeNext(child + 1)
        }
        return 0
    }
}
