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
            isErrorInteractive: isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb",
            width: columns,
            write: { writeAll(Array($0.utf8), to: STDOUT_FILENO) },
            writeBytes: { writeAll($0, to: STDOUT_FILENO) },
            complain: { writeAll(Array($0.utf8), to: STDERR_FILENO) }
        )
    }
}

/// The columns of the terminal, which a person may change at any moment.
@Sendable private func columns() -> Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
        return environment("COLUMNS").flatMap { Int($0) } ?? 80
    }
    return Int(size.ws_col)
}

private func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Writes every byte; a reader that has gone away is no fault, a full disk is one.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    guard let code = Output.writeAll(bytes, to: descriptor), code != EPIPE else { return }
    if descriptor != STDERR_FILENO {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        _ = Output.writeAll(Array("vencejo: cannot write: \(reason)\n".utf8), to: STDERR_FILENO)
    }
    exitProcess(ExitCode.transport)
}

func exitProcess(_ code: Int32) -> Never {
    exit(code)
}
