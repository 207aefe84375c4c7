#if os(Linux)
import VencejoCore
import VencejoSockets

/// A call that waits for a connection.
///
/// Unchecked: but for the waiter, all of it is read and written under the pool's lock.
final class Ticket: Sendable {
    let waiter: Waiter
    let priority: Request.Priority
    /// Counts up from call to call: who came first.
    let number: UInt64
    nonisolated(unsafe) var lease: Pool.Lease?
    nonisolated(unsafe) fileprivate(set) var isInLine = false
    nonisolated(unsafe) fileprivate var previous: Ticket?
    nonisolated(unsafe) fileprivate var next: Ticket?

    init(_ waiter: Waiter, _ priority: Request.Priority, number: UInt64) {
        self.waiter = waiter
        self.priority = priority
        self.number = number
    }

    /// Whether this one is served before another.
    func isBefore(_ other: Ticket) -> Bool {
        priority == other.priority ? number < other.number : priority > other.priority
    }
}

/// Calls in the order in which they are served; each step takes the same time however many wait.
struct TicketLine: Sendable {
    private struct Lane: Sendable {
        var first: Ticket?
        var last: Ticket?
    }

    private var lanes = [Lane](repeating: Lane(), count: Request.Priority.allCases.count)
    private(set) var count = 0

    /// Who is served next.
    var first: Ticket? {
        guard count > 0 else { return nil }
        for lane in lanes.reversed() { if let first = lane.first { return first } }
        return nil
    }

    mutating func append(_ ticket: Ticket) {
        let lane = ticket.priority.rawValue
        ticket.previous = lanes[lane].last
        lanes[lane].last?.next = ticket
        lanes[lane].last = ticket
        if lanes[lane].first == nil { lanes[lane].first = ticket }
        ticket.isInLine = true
        count += 1
    }

    mutating func popFirst() -> Ticket? {
        guard let first else { return nil }
        remove(first)
        return first
    }

    /// Takes a ticket out, wherever it stands; nothing where it stands in no line.
    mutating func remove(_ ticket: Ticket) {
        guard ticket.isInLine else { return }
        let lane = ticket.priority.rawValue
        if let previous = ticket.previous {
            previous.next = ticket.next
        } else {
            lanes[lane].first = ticket.next
        }
        if let next = ticket.next {
            next.previous = ticket.previous
        } else {
            lanes[lane].last = ticket.previous
        }
        ticket.previous = nil
        ticket.next = nil
        ticket.isInLine = false
        count -= 1
    }
}
#endif
