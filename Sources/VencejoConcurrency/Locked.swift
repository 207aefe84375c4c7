#if TSAN
import Foundation
#else
package import Synchronization
#endif

/// A value behind a lock.
///
/// ThreadSanitizer cannot see `Mutex` on Linux (a futex it does not intercept), so its build
/// takes the other branch.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
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

    package init(_ value: Value) {
        storage = Storage(value)
    }

    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.value)
    }
    #else
    // Inlined, so that no use of it looks up what a lock of its values is made of.
    @usableFromInline let mutex: Mutex<Value>

    @inlinable package init(_ value: Value) {
        mutex = Mutex(value)
    }

    @inlinable package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { value throws(Failure) in try body(&value) }
    }
    #endif
}
