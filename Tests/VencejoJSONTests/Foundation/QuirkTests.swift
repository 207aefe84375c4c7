import Foundation
import Testing
import VencejoJSON

@Suite struct `A quirk of Foundation's coder` {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Vencejo/Vencejo.docc/Articles/JSONAndFoundation.md")

    @Test(arguments: Quirk.all.indices)
    func `is matched, or refused on purpose`(index: Int) {
        let quirk = Quirk.all[index]
        let (theirs, ours) = quirk.run()
        switch quirk.verdict {
        case .matched: #expect(ours == theirs, "\(quirk.what)")
        case .onPurpose: #expect(ours != theirs, "\(quirk.what)")
        }
    }

    @Test func `stands in the docs`() throws {
        var text = """
            # JSON and Foundation's coder

            What Foundation's `JSONDecoder` does in the corners, and what Vencejo's coder does.

            ## Overview

            A type that is decoded with Foundation's coder is decoded the same with ours. Where the
            two differ, ours differs on purpose: the last column says why. Foundation is that of
            Swift 6.3 on Linux, with ISO 8601 dates. JSON5 and comments are not offered.

            Written texts are the same but for two defaults: `/` is written as itself
            (`withoutEscapingSlashes`), and with `pretty` no blank stands before a colon. Members
            keep the order in which the type writes them.

            """
        for group in ["Numbers", "Data and URLs", "Keys", "Dates", "Texts"] {
            text += "\n### \(group)\n\n| what | Foundation | Vencejo | why |\n|---|---|---|---|\n"
            for quirk in Quirk.all where quirk.group == group {
                let (theirs, ours) = quirk.run()
                var reason = ""
                if case .onPurpose(let text) = quirk.verdict { reason = text }
                let row = [quirk.what, Self.cell(theirs), Self.cell(ours), reason]
                text += "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")
                text += " |\n"
            }
        }
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(text.utf8).write(to: Self.page)
        }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
    }

    private static func cell(_ result: String) -> String {
        if result == "rejected" { return result }
        return result.count > 60 ? "accepted" : "`\(result)`"
    }
}
