#if os(Linux)
import CEpoll

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A broken connection is an error, not a signal that ends the process.
let noSignal = Int32(MSG_NOSIGNAL)
let peek = Int32(MSG_PEEK)
let streamKind = Int32(SOCK_STREAM.rawValue)

/// Gives the thread that asks a name, for those who look at the process from outside.
func nameThread(_ name: String) {
    vencejo_name_thread(name)
}

/// The number of the thread that asks.
func systemThread() -> UInt { UInt(pthread_self()) }

/// Lets other threads of this processor go first.
func yieldThread() { sched_yield() }

func systemNow() -> Nanoseconds { vencejo_monotonic_now() }

@discardableResult
func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}

/// A new stream socket that neither blocks nor is inherited.
func makeSocket(family: Int32) throws(SocketError) -> Int32 {
    let kind =
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw SocketError.last("socket") }
    return descriptor
}

func acceptSocket(_ listener: Int32) -> Int32 {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return descriptor }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
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
    shutdown(descriptor, Int32(SHUT_WR))
}
#endif
