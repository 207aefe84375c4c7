import VencejoHTTP
import VencejoTransfer

/// What `vencejo upload FILE URL …` was asked for.
struct UploadArguments: Sendable {
    let file: String
    let url: URI
    private(set) var method: HTTPMethod?
    private(set) var headers = Headers()
    /// The name of the input, where the file is sent as a form.
    private(set) var input: String?
    /// The other inputs of the form, in order.
    private(set) var fields: [Field] = []
    /// How the server puts together what was cut; nil for a usual request.
    private(set) var using: ResumableProtocol?
    private(set) var options = ResumableOptions()
    private(set) var keepsRecord = true
    private(set) var compresses = false
    private(set) var bytesPerSecond: Int?
    private(set) var timeout: Duration?
    private(set) var connection = ConnectionArguments()
    private(set) var isQuiet = false

    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// Where the record of a resumable upload lies.
    var record: String? { using != nil && keepsRecord ? file + ".vencejo-upload" : nil }

    init(_ arguments: [String]) throws(UsageError) {
        var places: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "-q", "--quiet": isQuiet = true
            case "--form": input = try Self.form(argument, &rest, &fields, input)
            case "--tus": using = .tus
            case "--resumable": using = .draft
            case "--chunk": options.chunkBytes = try Self.count(argument, &rest)
            case "--no-record": keepsRecord = false
            case "--gzip": compresses = true
            case "--limit": bytesPerSecond = try Self.count(argument, &rest)
            case "--method":
                method = HTTPMethod(
                    rawValue: try SendArguments.value(of: argument, &rest).uppercased()
                )
            case "--timeout": timeout = try SendArguments.timeout(argument, &rest)
            case _ where try connection.take(argument, &rest): continue
            case _ where argument.hasPrefix("-"):
                throw UsageError("unknown option '\(argument)'")
            case _ where places.count < 2: places.append(argument)
            default:
                guard case .header(let name, let value) = try RequestItem(argument) else {
                    throw UsageError("'\(argument)' is no Header:value")
                }
                headers.append(HeaderName(name), value)
            }
        }
        guard places.count == 2 else { throw UsageError("there must be a FILE and a URL") }
        file = places[0]
        url = try SendArguments.address(places[1])
        if input != nil, using != nil {
            throw UsageError("a form cannot be gone on with: --form, or --tus and --resumable")
        }
        if input == nil, !fields.isEmpty {
            throw UsageError("--form NAME says which input the file is")
        }
    }

    /// `--form photo` names the input of the file, `--form title=Playa` adds another.
    private static func form(
        _ option: String,
        _ rest: inout ArraySlice<String>,
        _ fields: inout [Field],
        _ input: String?
    ) throws(UsageError) -> String? {
        let text = try SendArguments.value(of: option, &rest)
        guard let equals = text.firstIndex(of: "=") else { return text }
        let value = String(text[text.index(after: equals)...])
        fields.append(Field(name: String(text[..<equals]), value: value))
        return input
    }

    private static func count(
        _ option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Int {
        guard let count = ByteText.count(try SendArguments.value(of: option, &rest)), count > 0
        else { throw UsageError("\(option) takes a number of bytes, such as 500k or 8M") }
        return count
    }
}
