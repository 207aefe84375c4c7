extension Request {
    /// Who goes first when calls wait for a connection; within one priority, who came first.
    public enum Priority: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// What nobody waits for, such as prefetching.
        case low
        case normal
        /// What a person looks at now.
        case high

        public static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// Who goes first when calls wait for a connection; `normal` by default.
    public var priority: Priority {
        get { context[PriorityKey.self] }
        set { context[PriorityKey.self] = newValue }
    }
}

private enum PriorityKey: CallContextKey {
    static let defaultValue = Request.Priority.normal
}
