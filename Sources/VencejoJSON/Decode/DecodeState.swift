/// What one decoding shares: the scanned text, the options, what has been learnt about types.
///
/// What is learnt stays for the next decoding: states wait in an `IdlePool` between two.
final class DecodeState {
    let page: UnsafeMutablePointer<Page>
    private(set) var tape = JSONTape()
    static let noOptions = JSON()
    private(set) var json = noOptions
    /// The innermost value whose type threw an error of its own.
    private(set) var noted: Int?
    /// Where the last coding path led.
    var lastWay = LastWay()
    /// How many elements long arrays have, for code that asks before each of them.
    private var counts: [Int: Int] = [:]
    /// What names were learnt with, where it is not the same for all.
    private var learnt: KeyStrategy?

    init() {
        page = .allocate(capacity: 1)
        page.initialize(to: Page(state: self, words: tape.buffer.words))
    }

    deinit {
        page.pointee.free()
        page.deinitialize(count: 1)
        page.deallocate()
    }

    var userInfo: [CodingUserInfoKey: Any] { json.userInfo }
    var reader: TextReader { TextReader(page: page) }

    /// The node at an index; a null for a value that is absent.
    func node(_ index: Int) -> JSONNode {
        index >= 0 ? tape.node(index) : JSONNode(kind: .null, start: 0, end: 0, next: 0)
    }

    /// Remembers where an error passes, unless it has just passed a value inside this one.
    func note(_ index: Int) {
        if let noted, noted >= index, noted < Int(node(index).next) { return }
        noted = index
    }

    /// Scans a text and decodes a value from it.
    func decode<T: Decodable>(
        _ type: T.Type,
        _ bytes: [UInt8],
        _ json: JSON
    ) throws(JSONError) -> T {
        try bytes.withUnsafeBufferPointer { text throws(JSONError) -> T in
            try begin(text, bytes, json)
            defer { end() }
            do {
                return try reader.decode(type, 0)
            } catch {
                throw described(error)
            }
        }
    }

    /// Decodes by a type's own code, even where JSON has its own form for the type.
    func decodeByItself<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
        try bytes.withUnsafeBufferPointer { text in
            try begin(text, bytes, JSON())
            defer { end() }
            return try T(from: ValueDecoder(reader, 0))
        }
    }

    private func begin(
        _ text: UnsafeBufferPointer<UInt8>,
        _ bytes: [UInt8],
        _ json: JSON
    ) throws(JSONError) {
        do {
            try tape.scan(text, bytes)
        } catch {
            tape.clear()
            throw JSONError(error, in: bytes, secrets: json.secrets)
        }
        self.json = json
        noted = nil
        lastWay = LastWay()
        if !counts.isEmpty { counts = [:] }
        page.pointee.base = text.baseAddress ?? UnsafePointer(Page.nothing)
        page.pointee.words = tape.buffer.words
        page.pointee.count = tape.buffer.count
        page.pointee.readsTimestamps = json.dates.isTimestamp
    }

    /// From here on, containers that somebody kept are dead.
    private func end() {
        page.pointee.generation &+= 1
        page.pointee.base = UnsafePointer(Page.nothing)
        page.pointee.shrink()
        tape.clear()
        json = Self.noOptions
    }

    /// Forgets how names are spelt, unless that was learnt with the same strategy.
    func learn(_ strategy: KeyStrategy) {
        if let learnt, learnt.isSame(as: strategy) { return }
        learnt = strategy
        for keys in page.pointee.keys.values {
            keys.assumingMemoryBound(to: KeyTable.self).pointee.forget()
        }
    }

    /// How many elements an array holds.
    func count(_ index: Int) -> Int {
        if let known = counts[index] { return known }
        let count = reader.count(index)
        if count > 64 { counts[index] = count }
        return count
    }

    /// Swift's spelling of a name in the text.
    func spelling(_ key: String) -> String { json.keys.decoded(key) }

    /// A type that JSON has its own form for.
    func special<T: Decodable>(_ type: T.Type, _ index: Int, _ kind: TypePlan.Kind) throws -> T {
        do {
            switch kind {
            case .value: return try Self.cast(index < 0 ? .null : tape.value(at: index), type)
            case .date: return try date(type, index)
            case .data: return try data(type, index)
            case .url: return try url(type, index)
            case .decimal: return try decimal(type, index)
            default: return try T(from: ValueDecoder(state: self, index: index))
            }
        } catch {
            note(index)
            throw error
        }
    }

    static func cast<A, T>(_ value: A, _ type: T.Type) throws -> T {
        guard let value = value as? T else {
            throw DecodingError.typeMismatch(
                type,
                .init(codingPath: [], debugDescription: "expected \(type)")
            )
        }
        return value
    }

    static var outlived: DecodingError {
        .dataCorrupted(
            .init(
                codingPath: [],
                debugDescription: "the decoding that this decoder or container belongs to is over"
            )
        )
    }
}

extension DateStrategy {
    /// Whether `2024-02-29T12:30:00Z` is a date, and how dates are written.
    var isTimestamp: Bool {
        switch self {
        case .iso8601, .tolerating: true
        default: false
        }
    }
}
