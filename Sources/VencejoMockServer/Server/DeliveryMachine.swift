/// Decides how an answer goes over the wire: in which portions, with which waits, and its end.
///
///     head and body ──► send, wait, … ──► done
///                         └── the first fault that ends it ──► stall, halfClose, close, reset
struct DeliveryMachine: Sendable {
    enum Action: Sendable, Equatable {
        case send([UInt8])
        case wait(Duration)
        /// All that was fed is sent: more of the body, or its end, is needed.
        case needsBody
        case end(End)
    }

    enum End: Sendable, Equatable {
        case done
        case stall
        case halfClose
        case close
        case reset
    }

    private struct Mark: Sendable {
        let offset: Int
        let act: Fault.Act
    }

    /// So many bytes are sent at most before the client must have taken them.
    static let portion = 64 << 10

    private var pending: [UInt8]
    private var start = 0
    private var position = 0
    private var isWhole = false
    private var marks: [Mark]
    private var pace: (bytes: Int, pause: Duration)?
    private var mustRest = false

    /// - Parameters:
    ///   - head: The first bytes of the message.
    ///   - headCount: How many of all bytes are its head.
    init(head: [UInt8], headCount: Int, faults: [Fault]) {
        pending = head
        let placed = faults.map { fault in
            switch fault.place.spot {
            case .message(let count): Mark(offset: count, act: fault.act)
            case .body(let count): Mark(offset: headCount + count, act: fault.act)
            case .end: Mark(offset: .max, act: fault.act)
            }
        }
        // Of faults at one place the order in which they were given holds.
        marks = placed.enumerated()
            .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }

    /// Takes more of the body; nil is its end.
    mutating func feed(_ body: [UInt8]?) {
        guard let body else {
            isWhole = true
            return
        }
        if start == pending.count {
            pending = body
        } else {
            pending.removeFirst(start)
            pending += body
        }
        start = 0
    }

    mutating func next() -> Action {
        if mustRest, let pace {
            mustRest = false
            if pace.pause > .zero { return .wait(pace.pause) }
        }
        let isOver = isWhole && start == pending.count
        if let mark = marks.first, mark.offset <= position || isOver {
            marks.removeFirst()
            switch mark.act {
            case .pause(let pause): return .wait(pause)
            case .pace(let bytes, let pause):
                pace = (bytes, pause)
                return next()
            case .stall: return .end(.stall)
            case .halfClose: return .end(.halfClose)
            case .close: return .end(.close)
            case .reset: return .end(.reset)
            }
        }
        if start == pending.count { return isWhole ? .end(.done) : .needsBody }
        return .send(take())
    }

    private mutating func take() -> [UInt8] {
        var count = min(pending.count - start, pace?.bytes ?? Self.portion)
        if let mark = marks.first { count = min(count, mark.offset - position) }
        let isAll = start == 0 && count == pending.count
        let bytes = isAll ? pending : Array(pending[start..<start + count])
        start += count
        position += count
        mustRest = pace != nil
        return bytes
    }
}
