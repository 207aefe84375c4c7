#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An address to connect to or to listen on.
package struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The system's own bytes of the address: a `sockaddr` of one family.
    private let bytes: [UInt8]
    let family: Int32

    package var isIPv6: Bool { family == AF_INET6 }

    init(_ bytes: [UInt8], family: Int32) {
        self.bytes = bytes
        self.family = family
    }

    init(_ pointer: UnsafePointer<sockaddr>, length: socklen_t) {
        bytes = Array(UnsafeRawBufferPointer(start: pointer, count: Int(length)))
        family = Int32(pointer.pointee.sa_family)
    }

    /// An IPv4 or IPv6 literal; `nil` where the text is none.
    package init?(literal: String, port: Int) {
        var four = sockaddr_in()
        if inet_pton(AF_INET, literal, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
            bytes = withUnsafeBytes(of: four) { Array($0) }
            family = AF_INET
            return
        }
        var six = sockaddr_in6()
        guard inet_pton(AF_INET6, literal, &six.sin6_addr) == 1 else { return nil }
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = in_port_t(truncatingIfNeeded: port).bigEndian
        bytes = withUnsafeBytes(of: six) { Array($0) }
        family = AF_INET6
    }

    func withSockAddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        let count = min(bytes.count, MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes.prefix(count)) }
        return withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(count))
            }
        }
    }

    package var port: Int {
        // Both internet families keep it in the same two bytes, in network order.
        if family == AF_UNIX || bytes.count < 4 { return 0 }
        return Int(bytes[2]) << 8 | Int(bytes[3])
    }

    package var description: String {
        if family == AF_UNIX { return unixName(bytes) }
        var text = [CChar](repeating: 0, count: 64)
        let offset = isIPv6 ? 8 : 4
        _ = bytes.withUnsafeBytes { raw in
            inet_ntop(family, raw.baseAddress.map { $0 + offset }, &text, 64)
        }
        let host = String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
