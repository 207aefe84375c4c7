import VencejoHTTP

extension Request {
    /// The request as a command for `curl` in a POSIX shell, byte for byte.
    ///
    ///     curl --request 'POST' 'https://api.example.com/posts' \
    ///       --header 'Content-Type: application/json' --data-binary '{"title":"Hola"}'
    ///
    /// A body that is no text goes through `printf` and a pipe; a file is named; a stream is left
    /// out, with a comment that says so.
    ///
    /// - Parameter showsSecrets: Whether credentials are written out; by default they are not, and
    ///   the command needs them filled in.
    public func curlCommand(showsSecrets: Bool = false) -> String {
        let address = showsSecrets ? url.description : shownURL
        var words = ["curl"]
        if method == .head {
            words.append("--head")
        } else {
            words += ["--request", Shell.quoted(method.rawValue)]
        }
        // Curl reads brackets and braces of an address as patterns unless it is told not to.
        words += ["--globoff", "--path-as-is", Shell.quoted(address)]
        let shown = showsSecrets ? headers : shownHeaders
        for field in shown {
            // A field without a value ends in a semicolon: with a colon curl would remove it.
            let text =
                field.value.isEmpty
                ? "\(field.name.rawValue);" : "\(field.name.rawValue): \(field.value)"
            words += ["--header", Shell.quoted(text)]
        }
        return command(words)
    }

    private func command(_ words: [String]) -> String {
        let command = words.joined(separator: " ")
        switch body.content {
        case .none: return command
        case .file(let path):
            return command + " --data-binary " + Shell.quoted("@" + path)
        case .stream: return command + " # the body is a stream and is not part of this command"
        case .bytes(let bytes):
            if let text = Shell.text(bytes) {
                return command + " --data-binary " + Shell.quoted(text)
            }
            return "printf " + Shell.octal(bytes) + " | " + command + " --data-binary @-"
        }
    }
}

/// Words of a POSIX shell (IEEE 1003.1, 2.2 Quoting).
enum Shell: Sendable {
    /// A word that stands for exactly this text.
    static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }

    /// Bytes that a shell and curl take as they are: UTF-8 without NUL, and no leading `@`.
    static func text(_ bytes: [UInt8]) -> String? {
        guard !bytes.contains(0), bytes.first != UInt8(ascii: "@") else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Any bytes as the format of `printf`.
    static func octal(_ bytes: [UInt8]) -> String {
        var word = "'"
        for byte in bytes {
            let digits = String(byte, radix: 8)
            word += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        return word + "'"
    }
}
