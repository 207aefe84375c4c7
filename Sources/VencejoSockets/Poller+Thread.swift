import Synchronization
import VencejoConcurrency

extension Poller {
    /// Begins the thread if there is none; call it under the lock.
    func start(_ inside: inout Inside) throws(SocketError) {
        guard !inside.hasThread else { return }
        if inside.selector == nil { inside.selector = try Selector() }
        let body = ThreadBody { self.run() }
        try body.start()
        inside.hasThread = true
        inside.isResting = inside.isStopped
    }

    private func run() {
        thread.store(systemThread(), ordering: .relaxed)
        if let moment { return run(at: moment) }
        while let (selector, sleep) = prepareToSleep() {
            selector.wait(until: sleep, Pair.signal)
            runJobs()
        }
    }

    /// The same in virtual time, which goes on when nothing is left to be done.
    private func run(at moment: VirtualMoment) {
        MonotonicClock.setThread(moment.now)
        while let (selector, sleep) = prepareToSleep() {
            // What a send or a close brings about on this machine is there when the call returns,
            // or soon after: nobody looks at the clock before it has been looked for twice.
            if sleep == 0 {
                selector.wait(until: 0, Pair.signal)
            } else if isQuiet(selector), !jump(moment) {
                selector.wait(until: .max, Pair.signal)
            }
            MonotonicClock.setThread(moment.now)
            runJobs()
        }
    }

    private func isQuiet(_ selector: Selector) -> Bool {
        var isQuiet = true
        for _ in 0..<2 where isQuiet {
            selector.wait(until: 0) { event in
                isQuiet = false
                Pair.signal(event)
            }
            if isQuiet { yieldThread() }
        }
        return isQuiet && inside.withLock(\.jobs.isEmpty) && ownJobs.isEmpty
    }

    private func jump(_ moment: VirtualMoment) -> Bool {
        let earliest = inside.withLock { inside in
            inside.timers.removeAbandoned()
            return inside.timers.earliest
        }
        return moment.jump(earliestTimer: earliest)
    }

    /// Ends what is over; gives the moment until which the thread may sleep, `nil` for the end.
    private func prepareToSleep() -> (Selector, Nanoseconds)? {
        let now = MonotonicClock.now()
        var removed: [Pair] = []
        while true {
            var due: TimerHeap.Entry?
            let next = inside.withLock { inside -> (Selector, Nanoseconds)? in
                // Let go outside of the lock, and only here: every event so far is passed on.
                if !inside.removed.isEmpty { swap(&removed, &inside.removed) }
                due = inside.timers.popDue(now)
                return due == nil ? turn(&inside) : nil
            }
            if !removed.isEmpty { removed = [] }
            guard let entry = due else { return next }
            guard let waiter = entry.waiter,
                let moment = waiter.timePassed(now, armedAt: entry.deadline)
            else { continue }
            inside.withLock {
                $0.timers.insert(TimerHeap.Entry(deadline: moment, waiter: waiter))
            }
        }
    }

    /// What comes next: tasks that are here already, or sleep, or the end.
    private func turn(_ inside: inout Inside) -> (Selector, Nanoseconds)? {
        takeJobs(&inside)
        let hasJobs = !ownJobs.isEmpty
        if inside.isResting, !hasJobs, inside.isIdle {
            inside.closeSelector()
            inside.hasThread = false
            inside.sleepsUntil = nil
            thread.store(0, ordering: .relaxed)
            return nil
        }
        guard let selector = inside.selector else { return nil }
        guard !hasJobs else { return (selector, 0) }
        let until = moment == nil ? inside.timers.earliest ?? .max : .max
        inside.sleepsUntil = until
        return (selector, until)
    }

    private func takeJobs(_ inside: inout Inside) {
        guard !inside.jobs.isEmpty else { return }
        ownJobs += inside.jobs
        inside.jobs.removeAll(keepingCapacity: true)
    }

    /// Runs the tasks that are here by now; those that they bring come after the next events.
    private func runJobs() {
        inside.withLock { inside in
            inside.sleepsUntil = nil
            takeJobs(&inside)
        }
        guard !ownJobs.isEmpty else { return }
        var jobs: [UnownedJob] = []
        swap(&jobs, &ownJobs)
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

extension Poller: TaskExecutor {
    /// Runs a task's next step on the poller's thread, where what it waits for arrives.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if thread.load(ordering: .relaxed) == systemThread() {
            ownJobs.append(job)
            return
        }
        let isTaken = inside.withLock { inside in
            guard (try? start(&inside)) != nil else { return false }
            inside.jobs.append(job)
            inside.wake()
            return true
        }
        // Without a thread to be had, a task that runs here is better than one that never does.
        if !isTaken { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

extension Poller.Inside {
    /// Whether nobody waits for anything; timers of waiters that are gone count for nothing.
    var isIdle: Bool {
        mutating get {
            if isStopped { timers = TimerHeap() } else { timers.removeAbandoned() }
            return pairs.isEmpty && jobs.isEmpty && timers.earliest == nil
        }
    }

    /// Wakes the thread if it sleeps.
    mutating func wake() {
        guard sleepsUntil != nil else { return }
        sleepsUntil = nil
        selector?.wake()
    }

    mutating func closeSelector() {
        selector?.close()
        selector = nil
        removed = []
    }
}
