/// Deadlines in order, the earliest first; a binary heap.
struct TimerHeap: Sendable {
    struct Entry: Sendable {
        let deadline: Nanoseconds
        weak let waiter: Waiter?
    }

    private var entries: [Entry] = []

    var earliest: Nanoseconds? { entries.isEmpty ? nil : entries[0].deadline }

    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].deadline < entries[parent].deadline else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes away the entries of waiters that are gone, or for whom nobody waits.
    mutating func removeAbandoned() {
        let all = entries
        entries.removeAll(keepingCapacity: true)
        for entry in all where entry.waiter?.abandon(entry.deadline) == false { insert(entry) }
    }

    /// Takes the earliest entry away if its time has come.
    mutating func popDue(_ now: Nanoseconds) -> Entry? {
        // An entry is not copied to look at its moment: it holds a weak reference.
        guard !entries.isEmpty, entries[0].deadline <= now else { return nil }
        let first = entries[0]
        let last = entries.removeLast()
        guard !entries.isEmpty else { return first }
        entries[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].deadline < entries[smallest].deadline { smallest = child }
            }
            guard smallest != parent else { return first }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
