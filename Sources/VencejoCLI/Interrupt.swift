#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ctrl-C and `kill`, taken as a wish to end in good order.
///
///     signal ──► handler ──a byte──► pipe ──► thread that reads ──► the task that waits
enum Interrupt {
    /// Turns the signals into bytes in a pipe, from now on.
    static func hold() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return }
        unsafe readEnd = ends[0]
        unsafe writeEnd = ends[1]
        // A shell starts background jobs with SIGINT ignored: a handler of one's own undoes that.
        for number in [SIGINT, SIGTERM] { signal(number, noteSignal) }
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

    fileprivate static func waitThenResume(_ box: UnsafeMutableRawPointer) {
        var byte: UInt8 = 0
        while unsafe read(readEnd, &byte, 1) < 0, errno == EINTR {}
        unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().resume()
    }
}

// Unchecked: written once, by `hold`, before the handler is set and before anybody waits; a signal
// handler may read nothing that is guarded by a lock.
private nonisolated(unsafe) var readEnd: Int32 = -1
private nonisolated(unsafe) var writeEnd: Int32 = -1

private func noteSignal(_ number: Int32) {
    var byte: UInt8 = 1
    _ = unsafe write(writeEnd, &byte, 1)
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
