import Testing
import VencejoCommands

@Suite struct UsageTests {
    @Test(arguments: [
        "demo", "serve", "download", "get", "post", "put", "patch", "delete", "head",
    ])
    func `every command explains itself`(command: String) async {
        let outcome = await run(command, "--help")
        #expect(outcome.code == ExitCode.success)
        #expect(outcome.text.hasPrefix("USAGE"))
        #expect(outcome.text.contains("vencejo"))
        #expect(outcome.errors.isEmpty)
    }

    @Test func `no command prints the help as a complaint`() async {
        let outcome = await run()
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.errors.contains("USAGE"))
        #expect(outcome.text.isEmpty)
    }

    @Test func `the version is printed`() async {
        let outcome = await run("--version")
        #expect(outcome.code == ExitCode.success)
        #expect(outcome.text == "vencejo \(Program.version)\n")
    }

    @Test(arguments: [
        ["fetch"], ["get"], ["get", "http://"], ["get", ":1/", "nonsense"],
        ["get", ":1/", "id:={"], ["get", ":1/", "--unknown"], ["get", ":1/", "--timeout", "x"],
        ["get", ":1/", "--timeout"], ["serve", "--port", "70000"], ["serve", "--latency", "9..1"],
        ["serve", "--fail", "200%"], ["serve", "a.json", "b.json"], ["demo", "--loud"],
        ["post", ":1/", "--raw", "x", "a=b"], ["serve", "missing.json"],
        ["get", ":1/", "a=b"],
    ])
    func `wrong usage exits with 2 and says why`(arguments: [String]) async {
        let outcome = await run(list: arguments)
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.errors.hasPrefix("vencejo: "))
        #expect(outcome.text.isEmpty)
    }
}
