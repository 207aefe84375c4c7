/// A stream cannot write this; the tree can.
struct TooHard: Error {}

extension Sheet {
    mutating func tooHard() -> TooHard {
        isTooHard = true
        return TooHard()
    }

    var outlived: any Error {
        if isTooHard { return TooHard() }
        return EncodingError.invalidValue(
            Int.self,
            .init(
                codingPath: [],
                debugDescription: "the encoding that this encoder or container belongs to is over"
            )
        )
    }
}

/// What one encoding shares: the text, the options, what has been learnt about types.
///
/// The text is written as the types write it, with no tree between. What needs one (a container
/// that is written to again after its parent went on, a name given twice) is found out on the way,
/// and then `EncodeState` begins anew.
final class StreamState {
    private static let idle = IdlePool<StreamState>()

    let sheet: UnsafeMutablePointer<Sheet>
    private(set) var json = DecodeState.noOptions
    /// What knows the words of errors, and the forms of dates, data and URLs.
    private var tree: EncodeState?
    /// What names were learnt with, where it is not the same for all.
    private var learnt: KeyStrategy?

    init() {
        sheet = .allocate(capacity: 1)
        sheet.initialize(to: Sheet(self))
    }

    deinit {
        sheet.pointee.free()
        sheet.deinitialize(count: 1)
        sheet.deallocate()
    }

    /// A state that nobody else has.
    static func take(_ keys: KeyStrategy) -> StreamState {
        let state = idle.take(keys) ?? StreamState()
        if keys.isCustom { state.learn(keys) }
        return state
    }

    /// Lets others have it.
    func giveBack(_ keys: KeyStrategy) { Self.idle.put(self, keys) }

    /// Forgets how names are spelt, unless that was learnt with the same strategy.
    private func learn(_ strategy: KeyStrategy) {
        if let learnt, learnt.isSame(as: strategy) { return }
        learnt = strategy
        for names in sheet.pointee.keys.values {
            names.assumingMemoryBound(to: NameTable.self).pointee.forget()
        }
    }

    var userInfo: [CodingUserInfoKey: Any] { json.userInfo }

    /// The text of a value; nil when only a tree can hold it.
    func encode<T: Encodable>(_ value: T, _ json: JSON) throws(JSONError) -> [UInt8]? {
        begin(json)
        defer { end() }
        do {
            try StreamWriter(sheet: sheet).write(value)
        } catch {
            if sheet.pointee.isTooHard { return nil }
            throw special.described(error).about(T.self).hiding(json.secrets)
        }
        if sheet.pointee.isTooHard { return nil }
        if sheet.pointee.isEmpty {
            throw JSONError(kind: .encoding, reason: "\(T.self) did not write any value")
                .about(T.self)
        }
        return [UInt8](UnsafeBufferPointer(start: sheet.pointee.bytes, count: sheet.pointee.count))
    }

    private func begin(_ json: JSON) {
        self.json = json
        sheet.pointee.count = 0
        sheet.pointee.depth = 0
        sheet.pointee.isTooHard = false
        sheet.pointee.isEmpty = false
        sheet.pointee.escapesSlashes = !json.withoutEscapingSlashes
        sheet.pointee.writesTimestamps = json.dates.isTimestamp
    }

    /// From here on, containers that somebody kept are dead.
    private func end() {
        sheet.pointee.generation = sheet.pointee.generation &+ 1 | 1
        sheet.pointee.depth = 0
        sheet.pointee.isTooHard = false
        sheet.pointee.shrink()
        tree = nil
        json = DecodeState.noOptions
    }

    /// The other coder, with the same options.
    var special: EncodeState {
        if let tree { return tree }
        let made = EncodeState(json)
        tree = made
        return made
    }

    /// Notes where an error was thrown: the innermost place counts.
    func note(_ depth: Int) {
        if special.noted == nil { special.noted = sheet.pointee.steps(to: depth) }
    }

    func codingPath(_ depth: Int) -> [any CodingKey] {
        sheet.pointee.steps(to: depth).map { step in
            switch step {
            case .key(let key): JSONKey(key)
            case .index(let index): JSONKey(index: index)
            }
        }
    }

    /// The error of a value that JSON has no form for.
    func invalid(_ value: Any, _ reason: String) -> EncodingError {
        let depth = sheet.pointee.depth
        let mark = EncodeMark(path: sheet.pointee.steps(to: depth), found: "\(value)")
        return .invalidValue(
            value,
            .init(
                codingPath: codingPath(depth),
                debugDescription: reason,
                underlyingError: mark
            )
        )
    }
}
