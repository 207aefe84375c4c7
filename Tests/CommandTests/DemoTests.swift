import Foundation
import Testing
import VencejoCommands

@Suite struct DemoTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Expected/demo.txt")

    @Test func `the demo prints what is written down and exits with 0`() async throws {
        let outcome = await run("demo", "--plain")
        #expect(outcome.code == ExitCode.success)
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(outcome.text.utf8).write(to: Self.golden)
        }
        let expected = String(decoding: try Data(contentsOf: Self.golden), as: UTF8.self)
        #expect(outcome.text == expected)
    }

    @Test(arguments: [
        "POST código: 201", "Comentario creado: 501", "Fallo: el servidor respondió 404",
        "No hay conexión", "Usuario creado: 11", "Crónica publicada: 101", "tarea 201",
    ])
    func `the demo says what the lessons print`(line: String) async {
        let outcome = await run("demo")
        #expect(outcome.text.contains(line))
    }
}
