#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the program finds open when it starts, and how much it may open.
package enum Descriptors: Sendable {
    /// Opens what whoever started the program closed: else the first socket or database would get
    /// the number of standard output, and what is printed would go there.
    package static func fillStandard() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            // The lowest number that is free is this one.
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Whether as many can be opened as the program needs at least.
    ///
    /// The runtime below Swift's tasks takes some for itself, and ends the process where it gets
    /// none, before anything could be said.
    package static func areEnough(_ least: Int = 16) -> Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < least {
            let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            opened.append(descriptor)
        }
        return true
    }
}
