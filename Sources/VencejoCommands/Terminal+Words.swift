import VencejoCore
import VencejoJSON

extension String {
    /// The text with control characters shown instead of obeyed.
    ///
    /// What a server sends, or stands in a command line that somebody else wrote, may not move a
    /// person's cursor, retitle the window or hide in front of their eyes.
    var harmless: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A: result.append(scalar)
            case 0x0D: continue
            case _ where scalar.isSteering:
                result.append(contentsOf: scalar.escaped.unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A word of the command line as a message repeats it: in quotes, and without its secrets.
    ///
    /// Messages are pasted into reports and kept by build machines.
    var quotedWord: String {
        let text = Redaction.tokens(in: Redaction.faultyURL(self))
        return "'\(text.shortened(to: 200))'"
    }
}

extension Terminal {
    /// A line of the program's own on standard error, whoever wrote parts of it.
    func warn(_ text: String) {
        complain("vencejo: \(text.shortened(to: 1_500))\n".harmless)
    }
}
