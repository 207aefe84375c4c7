/// How long an answer waits before it is sent.
public struct MockLatency: Sendable, Hashable {
    /// The shortest and the longest wait.
    public var range: ClosedRange<Duration>

    /// Any wait within the range, each as likely as the others.
    public init(_ range: ClosedRange<Duration>) {
        self.range = range
    }

    /// At once.
    public static let none = MockLatency(.zero ... .zero)

    /// Always the same wait.
    public static func fixed(_ duration: Duration) -> MockLatency {
        MockLatency(duration...duration)
    }

    /// A wait drawn anew for each answer.
    public static func between(_ range: ClosedRange<Duration>) -> MockLatency {
        MockLatency(range)
    }

    /// One wait, chosen by the generator.
    func draw(using generator: inout some RandomNumberGenerator) -> Duration {
        let width = range.upperBound - range.lowerBound
        guard width > .zero else { return range.lowerBound }
        return range.lowerBound + width * Double.random(in: 0...1, using: &generator)
    }
}
