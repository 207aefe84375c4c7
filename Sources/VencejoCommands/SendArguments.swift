import VencejoHTTP

/// What `vencejo get URL …` was asked for.
struct SendArguments: Sendable {
    var method: HTTPMethod
    var url: URI
    var items: [RequestItem] = []
    var show = Show.automatic
    var isForm = false
    var raw: String?
    var maximumRedirects = 20
    var timeout: Duration = .seconds(60)
    var connection = ConnectionArguments()
    /// Whether answers are kept, and given again while they are good.
    var isCached = false
    /// Where they are kept, if not where they usually are.
    var cacheFile: String?

    enum Show: Sendable {
        case automatic
        case headers
        case body
        case everything
    }

    init(method: HTTPMethod, arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var url: URI?
        while let argument = rest.popFirst() {
            switch argument {
            case "-h", "--headers": show = .headers
            case "-b", "--body": show = .body
            case "-v", "--verbose": show = .everything
            case "--form": isForm = true
            case "--cache": isCached = true
            case "--cache-file":
                isCached = true
                cacheFile = try Self.file(of: argument, &rest)
            case "--raw": raw = try Self.value(of: argument, &rest)
            case "--max-redirects":
                guard let count = Int(try Self.value(of: argument, &rest)), count >= 0 else {
                    throw UsageError("--max-redirects takes a number that is not negative")
                }
                maximumRedirects = count
            case "--timeout":
                timeout = try Self.timeout(argument, &rest)
            case _ where try connection.take(argument, &rest): continue
            case _ where argument.isOption: throw UsageError.unknownOption(argument)
            case _ where url == nil:
                url = try Self.address(argument)
            default:
                items.append(try RequestItem(argument))
            }
        }
        guard let url else { throw UsageError("there is no URL") }
        self.method = method
        self.url = url
    }

    static func timeout(
        _ option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Duration {
        guard let seconds = Double(try value(of: option, &rest)), seconds > 0, seconds < 1e9 else {
            throw UsageError("\(option) takes a number of seconds above 0")
        }
        return .seconds(seconds)
    }

    static func value(
        of option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(option) takes a value") }
        return value
    }

    /// The name of a file that follows an option.
    static func file(
        of option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        let name = try value(of: option, &rest)
        guard !name.isEmpty else { throw UsageError("\(option) takes the name of a file") }
        return name
    }

    /// Completes what a person leaves out of an address.
    static func address(_ text: String) throws(UsageError) -> URI {
        var full = text
        if text.hasPrefix(":") {
            full = "http://localhost" + (text.hasPrefix(":/") ? String(text.dropFirst()) : text)
        } else if !text.contains("://") {
            let host = text.prefix { !"/?#".contains($0) }
            let isHere = ["localhost", "127.0.0.1", "[::1]"].contains { name in
                host == name || host.hasPrefix(name + ":") && !host.contains("@")
            }
            full = (isHere ? "http://" : "https://") + text
        }
        guard let uri = URI(full), uri.scheme == "http" || uri.scheme == "https" else {
            throw UsageError("\(text.quotedWord) is not an http or https URL")
        }
        return uri
    }
}

extension String {
    /// Whether a word of the command line is an option, known or not.
    var isOption: Bool { hasPrefix("-") && self != "-" }
}

extension UsageError {
    /// What follows `=` in an option may be a secret, and is not repeated.
    static func unknownOption(_ word: String) -> UsageError {
        UsageError("unknown option \(String(word.prefix { $0 != "=" }).quotedWord)")
    }
}
