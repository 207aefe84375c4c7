import VencejoCore

#if canImport(Darwin)
import Darwin

extension stat {
    fileprivate var modified: timespec { st_mtimespec }
}
#elseif canImport(Glibc)
import Glibc

extension stat {
    fileprivate var modified: timespec { st_mtim }
}
#elseif canImport(Musl)
import Musl

extension stat {
    fileprivate var modified: timespec { st_mtim }
}
#endif

/// By what a file is known again: another size or another moment is another file.
struct FileStamp: Sendable, Hashable {
    let size: Int
    /// When it was last written, in nanoseconds since 1970.
    let modified: Int

    init(_ path: String) throws(FileFailure) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw FileFailure(FileSystem.reason(errno), path: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileFailure(.other("not a regular file"), path: path)
        }
        size = Int(status.st_size)
        modified = Int(status.modified.tv_sec) &* 1_000_000_000 &+ Int(status.modified.tv_nsec)
    }

    var text: String { "\(size)-\(modified)" }
}
