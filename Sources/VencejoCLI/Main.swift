import VencejoCommands

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@main struct Main {
    /// Not `async`: what is open is looked at before Swift's tasks open anything themselves.
    static func main() {
        Descriptors.fillStandard()
        guard Descriptors.areEnough() else {
            let text = "vencejo: too few files may be open (ulimit -n): 16 more are needed\n"
            _ = Output.writeAll(Array(text.utf8), to: STDERR_FILENO)
            exitProcess(ExitCode.transport)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        let held = ["serve", "download", "upload", "events", "ws"]
        if held.contains(arguments.first ?? "") { Interrupt.hold() }
        // Detached: this thread is the main actor's, and only waits.
        Task.detached {
            let program = Program(terminal: .standard, system: .current)
            exitProcess(await program.run(arguments))
        }
        while true { pause() }
    }
}
