#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that goes away with all the files in it.
final class TemporaryFolder: Sendable {
    /// Without a slash at its end.
    let path: String

    /// A folder of its own below that for temporary files; nil where none can be made.
    init?() {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/vencejo-XXXXXX".utf8CString)
        guard let made = unsafe mkdtemp(&template) else { return nil }
        path = unsafe String(cString: made)
    }

    deinit {
        if let folder = unsafe opendir(path) {
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                    let bytes = unsafe UnsafeRawPointer(name)
                    return unsafe String(cString: bytes.assumingMemoryBound(to: CChar.self))
                }
                if name != ".", name != ".." { _ = unsafe unlink(path + "/" + name) }
            }
            unsafe closedir(folder)
        }
        _ = unsafe rmdir(path)
    }
}
