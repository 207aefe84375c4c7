#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread of its own, for what would block the tasks' threads.
struct ThreadBody: Sendable {
    private final class Box: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private let box: Box

    init(_ body: @escaping @Sendable () -> Void) {
        box = Box(body)
    }

    /// Starts the thread; it ends with its body, and nobody waits for it.
    func start() throws(SocketError) {
        let argument = Unmanaged.passRetained(box)
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let result = pthread_create(&thread, nil, threadMain, argument.toOpaque())
        guard result == 0 else {
            argument.release()
            throw SocketError(number: result, "pthread_create")
        }
        #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
    }

    static func run(_ argument: UnsafeMutableRawPointer) {
        nameThread("vencejo")
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
    }
}

#if canImport(Darwin)
private func threadMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    ThreadBody.run(argument)
    return nil
}
#else
private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { ThreadBody.run(argument) }
    return nil
}
#endif
