#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Socket {
    /// Closes so that the other side sees a reset instead of an end.
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &option,
            socklen_t(MemoryLayout<linger>.size)
        )
        close()
    }

    /// Ends both directions at once, and leaves the closing to the owner.
    package func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
