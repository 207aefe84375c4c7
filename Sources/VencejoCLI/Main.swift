import VencejoCommands

@main struct Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if ["serve", "download"].contains(arguments.first) { Interrupt.hold() }
        let program = Program(terminal: .standard, system: .current)
        exitProcess(await program.run(arguments))
    }
}
