import Testing
import VencejoCommands
import VencejoConcurrency

@Suite struct ServeTests {
    @Test func `a person's file is served until interrupted`() async throws {
        let outcome = await run(
            "serve",
            "db.json",
            "--port",
            "0",
            files: ["db.json": #"{"birds":[{"id":1}]}"#]
        )
        #expect(outcome.code == ExitCode.success)
        #expect(outcome.text.contains("Serving db.json at http://127.0.0.1:"))
    }

    @Test(arguments: [
        ("[1]", "must hold an object"), ("{\"a\":", "db.json: "), ("", "db.json: "),
    ])
    func `a file that is no database is refused with its reason`(
        text: String,
        reason: String
    ) async {
        let outcome = await run("serve", "db.json", "--port", "0", files: ["db.json": text])
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.errors.contains(reason))
    }
}
