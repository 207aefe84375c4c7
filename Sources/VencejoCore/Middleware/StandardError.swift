#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The process's standard error, where a log goes by default.
public enum StandardError: Sendable {
    /// Writes one entry and a line break, in one piece so that entries do not mix.
    public static let write: @Sendable (String) -> Void = { entry in
        let bytes = Array((entry + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe systemWrite($0) }
    }

    private static func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.write(2, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
        unsafe Glibc.write(2, bytes.baseAddress, bytes.count)
        #else
        unsafe Musl.write(2, bytes.baseAddress, bytes.count)
        #endif
    }
}
