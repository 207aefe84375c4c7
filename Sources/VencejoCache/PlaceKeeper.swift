import Synchronization

/// How far a reading has come.
final class PlaceKeeper: Sendable {
    private let place = Atomic(0)

    var value: Int { place.load(ordering: .relaxed) }

    func advance(by count: Int) {
        place.add(count, ordering: .relaxed)
    }
}
