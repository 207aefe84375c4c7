/// The encoder of one value: a pointer and some numbers, free to copy.
struct StreamEncoder: Encoder {
    let sheet: UnsafeMutablePointer<Sheet>
    fileprivate let generation: UInt32
    fileprivate let serial: UInt32
    private let place: UInt32

    init(_ sheet: UnsafeMutablePointer<Sheet>, _ depth: Int, _ serial: UInt32) {
        self.sheet = sheet
        self.serial = serial
        generation = sheet.pointee.generation
        place = UInt32(truncatingIfNeeded: depth)
    }

    /// An encoder that throws whatever is written.
    init(dead sheet: UnsafeMutablePointer<Sheet>) {
        self.sheet = sheet
        (generation, serial, place) = (0, 0, 0)
    }

    var depth: Int { Int(place) }
    var isAlive: Bool { generation == sheet.pointee.generation }

    var codingPath: [any CodingKey] { isAlive ? sheet.pointee.state.codingPath(depth) : [] }
    var userInfo: [CodingUserInfoKey: Any] { isAlive ? sheet.pointee.state.userInfo : [:] }

    /// Turns what has been written nothing of into an array, an object or a scalar.
    @inline(__always)
    func become(_ kind: Sheet.Frame.Kind) -> Bool {
        guard isAlive else { return false }
        guard sheet.pointee.depth == depth + 1, sheet.pointee.frames[depth].serial == serial,
            sheet.pointee.frames[depth].kind == .pending
        else {
            sheet.pointee.isTooHard = true
            return false
        }
        sheet.pointee.frames[depth].kind = kind
        return true
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let table = names(type)
        let core = table.pointee.core(sheet, table)
        let isOpen = become(.object)
        if isOpen { sheet.pointee.append(UInt8(ascii: "{")) }
        core.pointee.open(depth, serial, alive: isOpen)
        if let container = core.pointee.container {
            return unsafeBitCast(container, to: KeyedEncodingContainer<Key>.self)
        }
        let container = KeyedEncodingContainer(KeyedStream<Key>(core: core))
        // It is one reference to a box; who else holds the box holds the container.
        core.pointee.container = unsafeBitCast(container, to: AnyObject.self)
        return container
    }

    private func names<Key: CodingKey>(_ type: Key.Type) -> UnsafeMutablePointer<NameTable> {
        if let table = sheet.pointee.keys[type] {
            return table.assumingMemoryBound(to: NameTable.self)
        }
        let table = UnsafeMutablePointer<NameTable>.allocate(capacity: 1)
        table.initialize(to: NameTable(size: MemoryLayout<Key>.size, isTrivial: _isPOD(type)))
        sheet.pointee.keys.insert(type, UnsafeMutableRawPointer(table))
        return table
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if become(.array) { sheet.pointee.append(UInt8(ascii: "[")) }
        return UnkeyedStream(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleStream(encoder: self) }
}

/// Writes one value.
struct SingleStream: SingleValueEncodingContainer {
    let encoder: StreamEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws {
        try begin()
        encoder.sheet.pointee.append("null")
    }

    func encode(_ value: String) throws {
        try begin()
        encoder.sheet.pointee.write(value)
    }

    func encode(_ value: Int128) throws { try encode(any: value) }

    func encode(_ value: UInt128) throws { try encode(any: value) }

    func encode<T: Encodable>(_ value: T) throws { try encode(any: value) }

    private func encode<T: Encodable>(any value: T) throws {
        let count = encoder.sheet.pointee.count
        try begin()
        do {
            try StreamWriter(sheet: encoder.sheet).write(value)
        } catch {
            guard encoder.isAlive, encoder.sheet.pointee.depth > encoder.depth else { throw error }
            encoder.sheet.pointee.depth = encoder.depth + 1
            encoder.sheet.pointee.count = count
            encoder.sheet.pointee.frames[encoder.depth].kind = .pending
            throw error
        }
    }

    private func begin() throws {
        if !encoder.become(.single) { throw encoder.sheet.pointee.outlived }
    }
}

/// Writes an array's elements.
struct UnkeyedStream: UnkeyedEncodingContainer {
    let encoder: StreamEncoder

    private var sheet: UnsafeMutablePointer<Sheet> { encoder.sheet }
    private var depth: Int { encoder.depth }

    private var isOpen: Bool {
        encoder.isAlive && sheet.pointee.depth > depth
            && sheet.pointee.frames[depth].serial == encoder.serial
            && sheet.pointee.frames[depth].kind == .array
    }

    var codingPath: [any CodingKey] { isOpen ? sheet.pointee.state.codingPath(depth) : [] }
    var count: Int { isOpen ? sheet.pointee.frames[depth].count : 0 }

    /// Comes back to this array and begins an element.
    private func element() throws {
        guard encoder.isAlive else { throw sheet.pointee.outlived }
        guard isOpen else { throw sheet.pointee.tooHard() }
        sheet.pointee.close(to: depth + 1)
        if count > 0 { sheet.pointee.append(UInt8(ascii: ",")) }
        sheet.pointee.frames[depth].count += 1
    }

    func encodeNil() throws {
        try element()
        sheet.pointee.append("null")
    }

    func encode(_ value: String) throws {
        try element()
        sheet.pointee.write(value)
    }

    func encode(_ value: Int128) throws { try encode(any: value) }

    func encode(_ value: UInt128) throws { try encode(any: value) }

    func encode<T: Encodable>(_ value: T) throws { try encode(any: value) }

    private func encode<T: Encodable>(any value: T) throws {
        if isOpen { sheet.pointee.close(to: depth + 1) }
        let (length, elements) = (sheet.pointee.count, count)
        try element()
        do {
            try StreamWriter(sheet: sheet).write(value)
        } catch {
            guard isOpen else { throw error }
            sheet.pointee.depth = depth + 1
            sheet.pointee.count = length
            sheet.pointee.frames[depth].count = elements
            throw error
        }
    }

    private func nested() -> StreamEncoder {
        guard (try? element()) != nil else { return StreamEncoder(dead: sheet) }
        let depth = sheet.pointee.depth
        return StreamEncoder(sheet, depth, sheet.pointee.push(.pending))
    }

    func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> { nested().container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }
}
