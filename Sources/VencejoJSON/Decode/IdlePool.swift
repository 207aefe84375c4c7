import Synchronization

/// States of coders that wait for the next text, so that what they learnt is learnt once.
///
/// A few slots that are emptied and filled without a lock; whoever finds none makes a new state.
/// States that convert names differently do not mix.
final class IdlePool<State: AnyObject>: Sendable {
    private final class Slot: Sendable {
        let address = Atomic<UInt>(0)
    }

    private let slots = (0..<24).map { _ in Slot() }

    private func slots(for keys: KeyStrategy) -> ArraySlice<Slot> {
        switch keys {
        case .useDefaultKeys: slots[0..<8]
        case .snakeCase: slots[8..<16]
        default: slots[16..<24]
        }
    }

    /// A state that nobody else has, if one waits.
    func take(_ keys: KeyStrategy) -> State? {
        for slot in slots(for: keys) {
            let address = slot.address.exchange(0, ordering: .acquiring)
            guard let pointer = UnsafeRawPointer(bitPattern: address) else { continue }
            return Unmanaged<State>.fromOpaque(pointer).takeRetainedValue()
        }
        return nil
    }

    /// Puts a state back; false where enough of them wait.
    func put(_ state: State, _ keys: KeyStrategy) -> Bool {
        let address = UInt(bitPattern: Unmanaged.passRetained(state).toOpaque())
        for slot in slots(for: keys) {
            let (done, _) = slot.address.compareExchange(
                expected: 0,
                desired: address,
                ordering: .acquiringAndReleasing
            )
            if done { return true }
        }
        Unmanaged.passUnretained(state).release()
        return false
    }
}

extension KeyStrategy {
    /// Whether what was learnt with one strategy of this kind may be wrong with another.
    var isCustom: Bool {
        switch self {
        case .useDefaultKeys, .snakeCase: false
        default: true
        }
    }
}

extension DecodeState {
    private static let idle = IdlePool<DecodeState>()

    /// A state that nobody else has.
    static func take(_ keys: KeyStrategy) -> DecodeState {
        guard let state = idle.take(keys) else { return DecodeState() }
        if keys.isCustom { state.forgetNames() }
        return state
    }

    /// Lets others have it.
    ///
    /// A container that somebody kept points to its state, which is then never freed.
    func giveBack(_ keys: KeyStrategy) {
        if !Self.idle.put(self, keys), isInUse { _ = Unmanaged.passRetained(self) }
    }
}
