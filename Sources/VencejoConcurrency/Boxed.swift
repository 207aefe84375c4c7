/// A value behind one reference, copied when it changes while somebody else holds it.
///
/// A large struct kept in one is copied by a single retain, wherever a call hands it on.
public struct Boxed<Value: Sendable>: Sendable {
    // Unchecked: `value` changes only while one box, and no other, holds the storage.
    @usableFromInline
    final class Storage: @unchecked Sendable {
        // What is held by one owner, who writes through `inout`, cannot be accessed twice.
        @exclusivity(unchecked) @usableFromInline var value: Value

        @inlinable
        init(_ value: Value) {
            unsafe self.value = value
        }
    }

    @usableFromInline var storage: Storage

    /// A box of its own.
    @inlinable
    public init(_ value: Value) {
        storage = Storage(value)
    }

    /// The value; changing it leaves other boxes as they are.
    @inlinable public var value: Value {
        _read { yield unsafe storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(unsafe storage.value) }
            yield unsafe &storage.value
        }
    }
}
