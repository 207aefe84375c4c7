/// A type that has a value for "there is nothing".
private protocol HoldsNothing {
    static var nothing: Self { get }
}

extension Optional: HoldsNothing {
    fileprivate static var nothing: Wrapped? { nil }
}

extension Array: HoldsNothing {
    fileprivate static var nothing: [Element] { [] }
}

extension Set: HoldsNothing {
    fileprivate static var nothing: Set<Element> { [] }
}

extension Dictionary: HoldsNothing {
    fileprivate static var nothing: [Key: Value] { [:] }
}

/// What stands for an answer without content.
enum Nothing: Sendable {
    /// The value of a type for "there is nothing", if it has one.
    static func value<Value>(of type: Value.Type) -> Value? {
        guard let holder = type as? any HoldsNothing.Type else { return nil }
        return value(of: holder, as: type)
    }

    private static func value<Holder: HoldsNothing, Value>(
        of holder: Holder.Type,
        as type: Value.Type
    ) -> Value? {
        holder.nothing as? Value
    }
}
