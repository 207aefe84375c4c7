#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ctrl-C and `kill`, taken as a wish to end in good order.
enum Interrupt {
    /// Keeps the signals from ending the process; called before there are other threads, which
    /// inherit it.
    static func hold() {
        var signals = signalsToWaitFor()
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for one of the signals, on a thread that has nothing else to do.
    static func wait() async {
        await withCheckedContinuation { continuation in
            let box = unsafe Unmanaged.passRetained(Box(continuation)).toOpaque()
            #if canImport(Darwin)
            var thread: pthread_t?
            #else
            var thread = pthread_t()
            #endif
            let result = unsafe pthread_create(&thread, nil, waitOnThread, box)
            if result != 0 { unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().resume() }
        }
    }

    fileprivate final class Box: Sendable {
        private let continuation: CheckedContinuation<Void, Never>

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = continuation
        }

        func resume() {
            continuation.resume()
        }
    }

    fileprivate static func signalsToWaitFor() -> sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        return signals
    }

    fileprivate static func waitThenResume(_ box: UnsafeMutableRawPointer) {
        var signals = signalsToWaitFor()
        var received: Int32 = 0
        unsafe sigwait(&signals, &received)
        unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().resume()
    }
}

#if canImport(Darwin)
private func waitOnThread(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Interrupt.waitThenResume(box)
    return nil
}
#else
private func waitOnThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let box = unsafe box { unsafe Interrupt.waitThenResume(box) }
    return nil
}
#endif
