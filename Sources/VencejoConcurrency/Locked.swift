#if TSAN
import Foundation
#else
public import Synchronization
#endif

/// A value behind a lock.
///
/// Public, as ``Boxed`` is, for one reason: only public code is inlined into other modules, and
/// what a lock costs is otherwise spent on looking up what its values are made of.
///
/// ThreadSanitizer cannot see `Mutex` on Linux (a futex it does not intercept), so its build
/// takes the other branch.
public struct Locked<Value: Sendable>: ~Copyable, Sendable {
    #if TSAN
    // Unchecked: `value` is touched only under `lock`.
    private final class Storage: @unchecked Sendable {
        let lock = NSLock()
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let storage: Storage

    public init(_ value: Value) {
        storage = Storage(value)
    }

    public borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.value)
    }
    #else
    @usableFromInline let mutex: Mutex<Value>

    /// A lock around a value.
    @inlinable public init(_ value: Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` while nobody else touches the value.
    @inlinable public borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { value throws(Failure) in try body(&value) }
    }
    #endif
}
