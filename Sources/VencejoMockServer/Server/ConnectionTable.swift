import VencejoSockets

/// The connections of a server: who is there, and what each is at.
struct ConnectionTable: Sendable {
    struct Place: Sendable {
        let socket: Socket
        var task: Task<Void, Never>?
        /// A handler is making its answer.
        var isWorking = false
    }

    var places: [Int: Place] = [:]
    var isStopping = false
    var acceptor: Task<Void, Never>?
    /// Those who wait for any change, and those who wait for the last connection to end.
    var changeWaiters: [Waiter] = []
    var idleWaiters: [Waiter] = []
    private var accepted = 0
    private var unread = 0

    var counts: MockServer.Counts {
        MockServer.Counts(
            open: places.count,
            accepted: accepted,
            working: places.values.count(where: \.isWorking),
            unread: unread
        )
    }

    var onlyHandlersAreLeft: Bool { places.values.allSatisfy(\.isWorking) }

    /// The number of a new connection; nil when there is no place for it.
    mutating func enter(_ socket: Socket, most: Int) -> Int? {
        guard !isStopping, places.count < most else { return nil }
        accepted += 1
        places[accepted] = Place(socket: socket)
        return accepted
    }

    mutating func setWorking(_ isWorking: Bool, _ id: Int) {
        places[id]?.isWorking = isWorking
    }

    mutating func leave(_ id: Int, hasUnread: Bool) {
        places[id] = nil
        if hasUnread { unread += 1 }
    }

    /// Those to be told of a change.
    mutating func takeWaiters() -> [Waiter] {
        var waiters = changeWaiters
        changeWaiters = []
        if places.isEmpty {
            waiters += idleWaiters
            idleWaiters = []
        }
        return waiters
    }
}

extension MockServer {
    /// What a server has to do with, at one moment.
    public struct Counts: Sendable, Hashable {
        /// Connections that are open.
        public var open: Int
        /// Connections that were ever accepted.
        public var accepted: Int
        /// Handlers that are making an answer.
        public var working: Int
        /// Connections that ended with part of a request that was never answered.
        public var unread: Int
    }
}
