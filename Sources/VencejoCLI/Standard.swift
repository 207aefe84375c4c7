import Vencejo
import VencejoCommands

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Terminal {
    /// The process's own output; colour only on a terminal and without `NO_COLOR`.
    static var standard: Terminal {
        let isInteractive = isatty(STDOUT_FILENO) == 1
        let isPlain = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        return Terminal(
            isColoured: isInteractive && !isPlain && environment("TERM") != "dumb",
            isInteractive: isInteractive,
            write: { writeAll(Array($0.utf8), to: STDOUT_FILENO) },
            writeBytes: { writeAll($0, to: STDOUT_FILENO) },
            complain: { writeAll(Array($0.utf8), to: STDERR_FILENO) }
        )
    }
}

private func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Writes every byte; a reader that has gone away ends the program quietly.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    var sent = 0
    while sent < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(
                descriptor,
                buffer.baseAddress.map { unsafe $0 + sent },
                bytes.count - sent
            )
        }
        if count > 0 {
            sent += count
        } else if errno != EINTR && errno != EAGAIN {
            return
        }
    }
}

func exitProcess(_ code: Int32) -> Never {
    exit(code)
}
