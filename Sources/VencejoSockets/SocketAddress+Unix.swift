#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension SocketAddress {
    /// A socket in the file system, or after `@` a name in Linux's abstract namespace.
    ///
    /// `nil` where the path is empty or longer than the system's 107 bytes (103 on Darwin).
    package init?(unixPath path: String) {
        var storage = sockaddr_un()
        storage.sun_family = sa_family_t(AF_UNIX)
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let isAbstract = path.hasPrefix("@")
        var name = Array(path.utf8)
        guard name.count > (isAbstract ? 1 : 0), !name.contains(0),
            name.count < MemoryLayout.size(ofValue: storage.sun_path)
        else { return nil }
        name[0] = isAbstract ? 0 : name[0]
        var bytes = withUnsafeBytes(of: storage) { Array($0.prefix(start)) } + name
        // An abstract name is as long as the address says; a path ends with a zero.
        if !isAbstract { bytes.append(0) }
        self.init(bytes, family: AF_UNIX)
    }
}

/// The path or name in an address.
func unixName(_ bytes: [UInt8]) -> String {
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let name = bytes.dropFirst(start)
    let path = String(decoding: name.drop { $0 == 0 }.prefix { $0 != 0 }, as: UTF8.self)
    return "unix:" + (name.first == 0 && !path.isEmpty ? "@" : "") + path
}
