#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What this process holds of the system, as Linux tells in `/proc`.
package struct Usage: Sendable {
    package let descriptors: Int
    package let threads: Int
    /// Memory that is really there, in bytes.
    package let memory: Int

    package static func now() -> Usage {
        Usage(
            descriptors: entries("/proc/self/fd"),
            threads: entries("/proc/self/task"),
            memory: pages() * 4_096
        )
    }

    private static func entries(_ path: String) -> Int {
        guard let folder = unsafe opendir(path) else { return 0 }
        defer { unsafe closedir(folder) }
        var count = -2
        while unsafe readdir(folder) != nil { count += 1 }
        return max(0, count)
    }

    /// The second number of `statm`.
    private static func pages() -> Int {
        let file = unsafe open("/proc/self/statm", O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = unsafe read(file, &bytes, 128)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
