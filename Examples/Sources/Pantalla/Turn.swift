/// Lets only the latest of several loads speak, whatever order their answers come in.
public struct Turn: Sendable {
    private var current = 0

    public init() {}

    /// Begins a load; the ones before it have nothing to say any more.
    public mutating func next() -> Int {
        current += 1
        return current
    }

    public func isCurrent(_ turn: Int) -> Bool {
        turn == current
    }
}
