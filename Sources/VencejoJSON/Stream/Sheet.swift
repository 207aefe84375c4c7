/// What is being written: the text so far, and the arrays and objects still open in it.
///
/// It lies at a fixed place for as long as its `StreamState` lives, so that encoders and containers
/// are a pointer and some numbers. A container that outlives its encoding finds another generation
/// here and throws.
struct Sheet {
    /// One open value.
    struct Frame {
        enum Kind: UInt8 {
            /// An encoder that has written nothing.
            case pending
            /// An encoder that has written one scalar, or another's value.
            case single
            case array, object
        }

        /// Tells it from others at the same depth.
        var serial: UInt32
        var kind: Kind
        var count = 0
        /// Where the last member's name begins in the text.
        var name = 0
    }

    private static let kept = 1 << 20

    private(set) var bytes: UnsafeMutablePointer<UInt8>
    var count = 0
    private var capacity: Int
    private(set) var frames: UnsafeMutablePointer<Frame>
    var depth = 0
    private var frameCapacity = 64
    private var serial: UInt32 = 0
    /// Which encoding this is; the containers of an earlier one are dead.
    var generation: UInt32 = 1
    /// Whether something was asked for that a stream cannot do, such as going back.
    var isTooHard = false
    /// Whether the outermost value wrote nothing.
    var isEmpty = false
    var escapesSlashes = false
    /// Whether dates are RFC 3339 text.
    var writesTimestamps = false
    var plans = PointerMap()
    var keys = PointerMap()
    unowned(unsafe) var state: StreamState

    init(_ state: StreamState) {
        self.state = state
        capacity = 1024
        bytes = .allocate(capacity: capacity)
        frames = .allocate(capacity: frameCapacity)
    }

    mutating func free() {
        bytes.deallocate()
        frames.deallocate()
        for plan in plans.values {
            let plan = plan.assumingMemoryBound(to: WritePlan.self)
            plan.deinitialize(count: 1)
            plan.deallocate()
        }
        for names in keys.values {
            let names = names.assumingMemoryBound(to: NameTable.self)
            names.pointee.free()
            names.deinitialize(count: 1)
            names.deallocate()
        }
        plans.free()
        keys.free()
    }

    /// Gives large memory back.
    mutating func shrink() {
        guard capacity > Self.kept else { return }
        bytes.deallocate()
        capacity = 1024
        bytes = .allocate(capacity: capacity)
    }

    /// Makes room for so many bytes more.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }

    /// Opens a value.
    @inline(__always)
    mutating func push(_ kind: Frame.Kind) -> UInt32 {
        if depth == frameCapacity { growFrames() }
        serial &+= 1
        (frames + depth).initialize(to: Frame(serial: serial, kind: kind))
        depth += 1
        return serial
    }

    @inline(never)
    private mutating func growFrames() {
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: frameCapacity * 2)
        larger.update(from: frames, count: frameCapacity)
        frames.deallocate()
        (frames, frameCapacity) = (larger, frameCapacity * 2)
    }

    /// Closes the values above a depth.
    @inline(__always)
    mutating func close(to depth: Int) {
        while self.depth > depth {
            self.depth -= 1
            switch frames[self.depth].kind {
            case .object: append(UInt8(ascii: "}"))
            case .array: append(UInt8(ascii: "]"))
            case .single: break
            case .pending:
                if self.depth == 0 { isEmpty = true }
                append(UInt8(ascii: "{"))
                append(UInt8(ascii: "}"))
            }
        }
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        bytes[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ text: UnsafePointer<UInt8>, _ length: Int) {
        reserve(length)
        (bytes + count).update(from: text, count: length)
        count += length
    }

    /// The way to the value at a depth.
    func steps(to depth: Int) -> [JSONPathStep] {
        var steps: [JSONPathStep] = []
        for index in 0..<min(depth, self.depth) where frames[index].count > 0 {
            switch frames[index].kind {
            case .object: steps.append(.key(name(frames[index].name)))
            case .array: steps.append(.index(frames[index].count - 1))
            case .single, .pending: break
            }
        }
        return steps
    }

    /// The member's name that begins at an offset.
    private func name(_ offset: Int) -> String {
        var end = offset + 1
        while end < count, bytes[end] != UInt8(ascii: "\"") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return KeyTable.swift(bytes + offset + 1, min(end, count) - offset - 1, .useDefaultKeys)
    }
}
