#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes to a descriptor, whole or with a reason why not.
package enum Output: Sendable {
    /// Writes every byte, waiting where the reader is slow; gives the `errno` of a failure.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + sent },
                    bytes.count - sent
                )
            }
            if count > 0 {
                sent += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable(descriptor)
            case let code: return code
            }
        }
        return nil
    }

    private static func waitUntilWritable(_ descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
    }
}
