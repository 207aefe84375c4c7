import VencejoConcurrency
package import VencejoCore

/// Many calls at once, some of them cancelled, and what became of each.
package struct Load: Sendable {
    /// How many calls there are, and how many at a time.
    let calls: Int
    let inFlight: Int
    let seed: UInt64

    package init(calls: Int, inFlight: Int, seed: UInt64) {
        self.calls = calls
        self.inFlight = inFlight
        self.seed = seed
    }

    package struct Outcome: Sendable, Hashable {
        package var answered = 0
        package var cancelled = 0
        /// Calls that were not asked to end, and did not get their answer.
        package var faulty: [String] = []
        /// Calls that told their outcome more than once, or never.
        package var notOnce = 0
    }

    /// Makes the calls; a tenth are cancelled at random moments.
    ///
    /// `progress` hears how many have ended, after each.
    package func run(
        progress: (Int) -> Void = { _ in },
        _ call: @escaping @Sendable (Int) async -> NetworkError.Kind?
    ) async -> Outcome {
        let told = Told(calls)
        var outcome = Outcome()
        var dice = Dice(seed)
        await withTaskGroup(of: (Int, Bool, NetworkError.Kind?).self) { group in
            var next = 0
            var ended = 0
            while ended < calls {
                while next < calls, next - ended < inFlight {
                    let number = next
                    let patience = dice.below(10) == 0 ? dice.below(20) : nil
                    group.addTask { await Self.one(number, patience, call, told) }
                    next += 1
                }
                guard let (number, isImpatient, kind) = await group.next() else { break }
                ended += 1
                progress(ended)
                switch kind {
                case nil: outcome.answered += 1
                case .cancelled? where isImpatient: outcome.cancelled += 1
                case let kind?: outcome.faulty.append("call \(number): \(kind)")
                }
            }
        }
        outcome.notOnce = told.notOnce
        return outcome
    }

    private static func one(
        _ number: Int,
        _ patience: Int?,
        _ call: @escaping @Sendable (Int) async -> NetworkError.Kind?,
        _ told: Told
    ) async -> (Int, Bool, NetworkError.Kind?) {
        guard let patience else {
            let kind = await call(number)
            told.add(number)
            return (number, false, kind)
        }
        let task = Task {
            let kind = await call(number)
            told.add(number)
            return kind
        }
        for _ in 0..<patience { await Task.yield() }
        task.cancel()
        return (number, true, await task.value)
    }

    /// How often each call has told its outcome.
    private final class Told: Sendable {
        private let counts: Locked<[UInt8]>

        init(_ count: Int) {
            counts = Locked(Array(repeating: 0, count: count))
        }

        func add(_ number: Int) { counts.withLock { $0[number] &+= 1 } }

        var notOnce: Int { counts.withLock { $0.count { $0 != 1 } } }
    }
}
