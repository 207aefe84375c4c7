#if canImport(Darwin)
import Darwin

/// A broken connection is an error, not a signal: `SO_NOSIGPIPE` is set on each socket instead.
let noSignal: Int32 = 0
let peek = MSG_PEEK
let streamKind = SOCK_STREAM

/// Gives the thread that asks a name, for those who look at the process from outside.
func nameThread(_ name: String) {
    pthread_setname_np(name)
}

/// The number of the thread that asks.
func systemThread() -> UInt { UInt(bitPattern: pthread_self()) }

/// Lets other threads of this processor go first.
func yieldThread() { sched_yield() }

func systemNow() -> Nanoseconds { clock_gettime_nsec_np(CLOCK_UPTIME_RAW) }

@discardableResult
func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}

private func prepare(_ descriptor: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, 4)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}

/// A new stream socket that neither blocks nor is inherited.
func makeSocket(family: Int32) throws(SocketError) -> Int32 {
    let descriptor = socket(family, SOCK_STREAM, 0)
    guard descriptor >= 0 else { throw SocketError.last("socket") }
    prepare(descriptor)
    return descriptor
}

func acceptSocket(_ listener: Int32) -> Int32 {
    let descriptor = accept(listener, nil, nil)
    if descriptor >= 0 { prepare(descriptor) }
    return descriptor
}

func sendAtOnce(_ descriptor: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
}

func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, noSignal)
}

func endSending(_ descriptor: Int32) {
    shutdown(descriptor, SHUT_WR)
}
#endif
