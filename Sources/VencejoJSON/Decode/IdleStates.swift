import Synchronization

/// Decoding states that wait for the next text, so that what they learnt is learnt once.
///
/// A few slots that are emptied and filled without a lock; whoever finds none makes a new state.
enum IdleStates {
    private final class Slot: Sendable {
        let address = Atomic<UInt>(0)
    }

    private static let count = 8
    private static let slots = (0..<count * 3).map { _ in Slot() }

    /// States that convert names differently do not mix.
    private static func first(_ keys: KeyStrategy) -> Int {
        switch keys {
        case .useDefaultKeys: 0
        case .snakeCase: count
        default: count * 2
        }
    }

    /// A state that nobody else has.
    static func take(_ keys: KeyStrategy) -> DecodeState {
        let first = first(keys)
        for slot in slots[first..<first + count] {
            let address = slot.address.exchange(0, ordering: .acquiring)
            guard let pointer = UnsafeRawPointer(bitPattern: address) else { continue }
            let state = Unmanaged<DecodeState>.fromOpaque(pointer).takeRetainedValue()
            if first == count * 2 { state.forgetNames() }
            return state
        }
        return DecodeState()
    }

    /// Puts a state back.
    static func put(_ state: DecodeState, _ keys: KeyStrategy) {
        let first = first(keys)
        let address = UInt(bitPattern: Unmanaged.passRetained(state).toOpaque())
        for slot in slots[first..<first + count] {
            let (done, _) = slot.address.compareExchange(
                expected: 0,
                desired: address,
                ordering: .acquiringAndReleasing
            )
            if done { return }
        }
        // A container that somebody kept points to its state, which is then never freed.
        if !state.isInUse { Unmanaged.passUnretained(state).release() }
    }
}
