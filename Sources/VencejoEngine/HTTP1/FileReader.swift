#if os(Linux)
import VencejoCore

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is sent as a body, read where it is needed.
final class FileReader: Sendable {
    private let descriptor: Int32
    private let path: String
    /// The bytes at the moment of opening, which the head of the message promises.
    let count: Int

    init(_ path: String) throws(EngineFault) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(path, Self.systemWords()) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.fault(path, "not a regular file")
        }
        self.descriptor = descriptor
        self.path = path
        count = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes from a place on, as many as one piece takes.
    func piece(from offset: Int, upTo size: Int) throws(EngineFault) -> [UInt8] {
        let wanted = min(size, count - offset)
        var failure: EngineFault?
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                let place = off_t(offset + filled)
                let got = pread(descriptor, rest.baseAddress, rest.count, place)
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    failure = Self.fault(path, "shorter than when it was opened")
                    return
                } else if errno != EINTR {
                    failure = Self.fault(path, Self.systemWords())
                    return
                }
            }
        }
        if let failure { throw failure }
        // The last piece stays here if the promise no longer holds: no half file looks whole.
        if offset + wanted == count { try checkSize() }
        return bytes
    }

    private func checkSize() throws(EngineFault) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int(status.st_size) == count else {
            throw Self.fault(path, "of another size than when it was opened")
        }
    }

    private static func systemWords() -> String { String(cString: strerror(errno)) }

    private static func fault(_ path: String, _ words: String) -> EngineFault {
        EngineFault(.invalidRequest(.body("the file \(path) is not to be sent: \(words)")))
    }
}
#endif
