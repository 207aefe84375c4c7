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

    /// Makes the calls; a tenth of them end cancelled, at random moments.
    ///
    /// A moment is told by how many other calls have ended since this one began, of which there are
    /// about as many as are in flight: so it lies anywhere within the call, whatever the machine.
    /// Some of those asked to end are done before; others are asked until a tenth is reached.
    ///
    /// `progress` hears how many have ended, after each.
    package func run(
        progress: (Int) -> Void = { _ in },
        _ call: @escaping @Sendable (Int) async -> NetworkError.Kind?
    ) async -> Outcome {
        let told = Told(calls)
        var outcome = Outcome()
        var dice = Dice(seed)
        await withTaskGroup(of: (Int, NetworkError.Kind?).self) { group in
            var next = 0
            var ended = 0
            // Those to be asked to end when so many have ended.
            var due: [Int: [Task<NetworkError.Kind?, Never>]] = [:]
            var asked: Set<Int> = []
            while ended < calls {
                while next < calls, next - ended < inFlight {
                    let number = next
                    next += 1
                    let task = Task {
                        let kind = await call(number)
                        told.add(number)
                        return kind
                    }
                    if dice.below(3) == 0, outcome.cancelled * 10 <= ended {
                        asked.insert(number)
                        let moment = ended + dice.below(inFlight)
                        if moment == ended {
                            task.cancel()
                        } else {
                            due[moment, default: []].append(task)
                        }
                    }
                    group.addTask { (number, await task.value) }
                }
                guard let (number, kind) = await group.next() else { break }
                ended += 1
                for task in due.removeValue(forKey: ended) ?? [] { task.cancel() }
                progress(ended)
                switch kind {
                case nil: outcome.answered += 1
                case .cancelled? where asked.contains(number): outcome.cancelled += 1
                case let kind?: outcome.faulty.append("call \(number): \(kind)")
                }
                asked.remove(number)
            }
        }
        outcome.notOnce = told.notOnce
        return outcome
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
