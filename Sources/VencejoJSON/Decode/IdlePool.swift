import Synchronization

/// States of coders that wait for the next text, so that what they learnt is learnt once.
///
/// A few slots that are emptied and filled without a lock, and a list for when many texts were read
/// at once. Whoever finds none makes a new state; none is ever freed, since a decoder or container
/// that somebody kept points into it. There are as many as were once at work at the same time.
/// States that convert names differently do not mix.
final class IdlePool<State: AnyObject>: Sendable {
    private final class Slot: Sendable {
        let address = Atomic<UInt>(0)
    }

    private let slots = (0..<24).map { _ in Slot() }
    /// Addresses of retained states, by kind of strategy.
    private let others = Mutex<[[UInt]]>([[], [], []])

    private static func kind(_ keys: KeyStrategy) -> Int {
        switch keys {
        case .useDefaultKeys: 0
        case .snakeCase: 1
        case .acronyms, .custom: 2
        }
    }

    /// A state that nobody else has, if one waits.
    func take(_ keys: KeyStrategy) -> State? {
        let kind = Self.kind(keys)
        for slot in slots[kind * 8..<kind * 8 + 8] {
            let address = slot.address.exchange(0, ordering: .acquiring)
            if let state = Self.state(address) { return state }
        }
        return Self.state(others.withLock { $0[kind].popLast() ?? 0 })
    }

    private static func state(_ address: UInt) -> State? {
        UnsafeRawPointer(bitPattern: address).map {
            Unmanaged<State>.fromOpaque($0).takeRetainedValue()
        }
    }

    /// Puts a state back.
    func put(_ state: State, _ keys: KeyStrategy) {
        let kind = Self.kind(keys)
        let address = UInt(bitPattern: Unmanaged.passRetained(state).toOpaque())
        for slot in slots[kind * 8..<kind * 8 + 8] {
            let (done, _) = slot.address.compareExchange(
                expected: 0,
                desired: address,
                ordering: .acquiringAndReleasing
            )
            if done { return }
        }
        others.withLock { $0[kind].append(address) }
    }
}

extension KeyStrategy {
    /// Whether what was learnt with one strategy of this kind may be wrong with another.
    var isCustom: Bool {
        switch self {
        case .useDefaultKeys, .snakeCase: false
        case .acronyms, .custom: true
        }
    }

    /// Whether two strategies certainly convert all names alike, so that what was learnt stays.
    ///
    /// Closures are the same when their code and what they hold are: `other` must still be alive,
    /// so that nothing else lies where it lay.
    func isSame(as other: KeyStrategy) -> Bool {
        switch (self, other) {
        case (.useDefaultKeys, .useDefaultKeys), (.snakeCase, .snakeCase): true
        case (.acronyms(let ours), .acronyms(let theirs)): ours == theirs
        case (.custom(let decode, let encode), .custom(let otherDecode, let otherEncode)):
            Closures(decode: decode, encode: encode).areSame(
                as: Closures(decode: otherDecode, encode: otherEncode)
            )
        default: false
        }
    }

    /// Two closures as they lie in memory: an address of code and one of what it holds, each.
    private struct Closures {
        let decode, encode: @Sendable (String) -> String

        func areSame(as other: Closures) -> Bool {
            withUnsafeBytes(of: self) { ours in
                withUnsafeBytes(of: other) { ours.elementsEqual($0) }
            }
        }
    }
}

extension DecodeState {
    private static let idle = IdlePool<DecodeState>()

    /// A state that nobody else has.
    static func take(_ keys: KeyStrategy) -> DecodeState {
        let state = idle.take(keys) ?? DecodeState()
        if keys.isCustom { state.learn(keys) }
        return state
    }

    /// Lets others have it.
    func giveBack(_ keys: KeyStrategy) { Self.idle.put(self, keys) }
}
