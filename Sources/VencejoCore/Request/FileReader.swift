#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why a file is not sent as a body.
package struct FileFault: Error, Sendable, Hashable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { "the file \(path) is not to be sent: \(reason)" }

    /// The same for those who read the error of the call.
    package var kind: NetworkError.Kind { .invalidRequest(.body(description)) }
}

/// A file that is sent as a body, read where it is needed.
package final class FileReader: Sendable {
    private let descriptor: Int32
    private let path: String
    /// The bytes at the moment of opening, which the head of the message promises.
    package let count: Int

    package init(_ path: String) throws(FileFault) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault(path: path, reason: Self.systemWords()) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileFault(path: path, reason: "not a regular file")
        }
        self.descriptor = descriptor
        self.path = path
        count = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes from a place on, as many as one piece takes.
    package func piece(from offset: Int, upTo size: Int) throws(FileFault) -> [UInt8] {
        let wanted = max(0, min(size, count - offset))
        var reason: String?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                let place = off_t(offset + filled)
                let got = unsafe pread(descriptor, rest.baseAddress, rest.count, place)
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    reason = "shorter than when it was opened"
                    return
                } else if errno != EINTR {
                    reason = Self.systemWords()
                    return
                }
            }
        }
        if let reason { throw FileFault(path: path, reason: reason) }
        // The last piece stays here if the promise no longer holds: no half file looks whole.
        if offset + wanted == count { try checkSize() }
        return bytes
    }

    private func checkSize() throws(FileFault) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, Int(status.st_size) == count else {
            throw FileFault(path: path, reason: "of another size than when it was opened")
        }
    }

    private static func systemWords() -> String {
        unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    }
}
