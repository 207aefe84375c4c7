import VencejoCommands

@main struct Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "serve" { Interrupt.hold() }
        let program = Program(terminal: .standard, system: .current)
        exitProcess(await program.run(arguments))
    }
}
