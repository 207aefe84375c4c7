import VencejoHTTP
import VencejoTransfer

/// What `vencejo download URL …` was asked for.
struct DownloadArguments: Sendable {
    let url: URI
    private(set) var headers = Headers()
    private(set) var destination = "./"
    private(set) var options = DownloadOptions()
    private(set) var timeout: Duration?
    private(set) var connection = ConnectionArguments()
    private(set) var isQuiet = false

    init(_ arguments: [String]) throws(UsageError) {
        var url: URI?
        var output: String?
        var existing: DownloadOptions.Existing?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "-o", "--output": output = try SendArguments.value(of: argument, &rest)
            case "-q", "--quiet": isQuiet = true
            case "--sha256": options.sha256 = try Self.digest(argument, &rest)
            case "--parallel": options.connections = try Self.connections(argument, &rest)
            case "--resume": options.resumes = true
            case "--no-resume": options.resumes = false
            case "--replace": existing = .replace
            case "--number": existing = .number
            case "--timeout": timeout = try SendArguments.timeout(argument, &rest)
            case _ where try connection.take(argument, &rest): continue
            case _ where argument.hasPrefix("-"):
                throw UsageError("unknown option '\(argument)'")
            case _ where url == nil: url = try SendArguments.address(argument)
            default:
                guard case .header(let name, let value) = try RequestItem(argument) else {
                    throw UsageError("'\(argument)' is no Header:value")
                }
                headers.append(HeaderName(name), value)
            }
        }
        guard let url else { throw UsageError("there is no URL") }
        self.url = url
        // A name that a person gave is meant; one that a server gives may be anybody's.
        options.existing = existing ?? (output == nil ? .number : .fail)
        if let output { destination = output }
    }

    private static func digest(
        _ option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        let text = try SendArguments.value(of: option, &rest)
        guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit) else {
            throw UsageError("\(option) takes 64 hexadecimal digits")
        }
        return text
    }

    private static func connections(
        _ option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Int {
        guard let count = Int(try SendArguments.value(of: option, &rest)), 1...32 ~= count else {
            throw UsageError("\(option) takes a number from 1 to 32")
        }
        return count
    }
}
