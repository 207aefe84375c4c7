package import VencejoCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The few calls of the system that transfers need; the only file here that makes any.
package enum FileSystem: Sendable {
    /// What lies at a path.
    enum Kind: Sendable, Hashable {
        case file
        case folder
        case other
    }

    /// What lies at a path, links followed; nil for nothing.
    static func kind(of path: String) -> Kind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return kind(status.st_mode)
    }

    private static func kind(_ mode: mode_t) -> Kind {
        switch mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }

    /// Removes a file; one that is not there is no fault.
    static func remove(_ path: String) {
        _ = unsafe unlink(path)
    }

    /// Gives a file another name in one step, in place of what has it.
    static func replace(_ path: String, with other: String) throws(FileFailure) {
        guard unsafe rename(other, path) == 0 else { throw failure(path) }
    }

    /// Gives a file a name that nothing has yet.
    static func place(_ other: String, at path: String) throws(FileFailure) {
        if unsafe link(other, path) == 0 {
            remove(other)
            return
        }
        if errno == EEXIST { throw failure(path) }
        // There are file systems without links: there the name is taken first, then filled.
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw failure(path) }
        close(file)
        guard unsafe rename(other, path) == 0 else {
            let failure = failure(path)
            remove(path)
            throw failure
        }
    }

    /// Makes sure that a folder's names outlive a power cut, where the system can.
    static func syncFolder(_ path: String) {
        let folder = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        close(folder)
    }

    /// A small file, whole; nil where there is none to be read.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            guard let piece = try? readPiece(file, path, from: bytes.count, upTo: 65_536) else {
                return nil
            }
            if piece.isEmpty { return bytes }
            bytes += piece
        }
        return nil
    }

    /// Where a file lies while it is written.
    static func draft(of path: String) -> String { path + ".new" }

    /// Replaces a small file in one step; it is its owner's alone.
    static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        let draft = draft(of: path)
        let file = unsafe open(
            draft,
            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
        guard file >= 0 else { throw failure(path) }
        do throws(FileFailure) {
            defer { close(file) }
            try write(bytes, file, path, at: 0)
        } catch {
            remove(draft)
            throw error
        }
        guard unsafe rename(draft, path) == 0 else {
            let failure = failure(path)
            remove(draft)
            throw failure
        }
    }

    /// Opens a file for one writer at a time, and makes it if it is not there.
    static func openAlone(_ path: String) throws(FileFailure) -> Int32 {
        while true {
            let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            guard file >= 0 else { throw failure(path) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let reason: FileFailure.Reason = errno == EWOULDBLOCK ? .busy : reason(errno)
                close(file)
                throw FileFailure(reason, path: path)
            }
            // Who had it before may have given it its last name meanwhile.
            var (own, now) = (stat(), stat())
            guard unsafe fstat(file, &own) == 0 else {
                let failure = failure(path)
                close(file)
                throw failure
            }
            guard kind(own.st_mode) == .file else {
                close(file)
                throw FileFailure(.other("not a regular file"), path: path)
            }
            if unsafe stat(path, &now) == 0, own.st_ino == now.st_ino, own.st_dev == now.st_dev {
                return file
            }
            close(file)
        }
    }

    static func size(_ file: Int32, _ path: String) throws(FileFailure) -> Int {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw failure(path) }
        return Int(status.st_size)
    }

    static func resize(_ file: Int32, _ path: String, to count: Int) throws(FileFailure) {
        guard ftruncate(file, off_t(count)) == 0 else { throw failure(path) }
    }

    static func sync(_ file: Int32, _ path: String) throws(FileFailure) {
        guard fsync(file) == 0 else { throw failure(path) }
    }

    static func shut(_ file: Int32) {
        close(file)
    }

    static func write(
        _ bytes: [UInt8],
        _ file: Int32,
        _ path: String,
        at offset: Int
    ) throws(FileFailure) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
                return unsafe pwrite(file, rest.baseAddress, rest.count, off_t(offset + sent))
            }
            if count > 0 {
                sent += count
            } else if count == 0 {
                throw FileFailure(.full, path: path)
            } else if errno != EINTR {
                throw failure(path)
            }
        }
    }

    /// Some bytes from a place on; none at the end.
    static func readPiece(
        _ file: Int32,
        _ path: String,
        from offset: Int,
        upTo size: Int
    ) throws(FileFailure) -> [UInt8] {
        var number: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while true {
                let count = unsafe pread(file, buffer.baseAddress, size, off_t(offset))
                if count >= 0 {
                    filled = count
                    return
                }
                if errno != EINTR {
                    number = errno
                    return
                }
            }
        }
        if number != 0 { throw FileFailure(reason(number), path: path) }
        return bytes
    }

    private static func failure(_ path: String) -> FileFailure {
        FileFailure(reason(errno), path: path)
    }

    /// What a number of the system means.
    package static func reason(_ number: Int32) -> FileFailure.Reason {
        switch number {
        case ENOSPC, EDQUOT: .full
        case EFBIG: .tooLarge
        case EROFS: .readOnly
        case EACCES, EPERM: .notPermitted
        case ENOENT, ENOTDIR: .notFound
        case EEXIST: .exists
        default: .other(unsafe strerror(number).map { unsafe String(cString: $0) } ?? "\(number)")
        }
    }
}
