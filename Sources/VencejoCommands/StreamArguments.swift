import VencejoHTTP

/// What `vencejo events URL …` and `vencejo ws URL …` were asked for, beside a request.
struct StreamArguments: Sendable {
    /// The request, with all the options of `vencejo get`.
    let send: SendArguments
    /// After how many events or messages to stop; nil for never.
    private(set) var count: Int?
    private(set) var lastEventID = ""
    private(set) var subprotocols: [String] = []
    private(set) var isCompressed = true
    /// How long nothing may come behind the end of the input before the connection is closed.
    private(set) var linger = Duration.seconds(1)
    /// Whether each event is one line of JSON, with its type and its identifier.
    private(set) var isJSON = false

    /// Which options there are.
    enum Kind: Sendable {
        case events
        case socket
    }

    init(_ kind: Kind, _ arguments: [String]) throws(UsageError) {
        var others: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch (argument, kind) {
            case ("--count", _): count = try Self.count(argument, &rest)
            case ("--last-id", .events):
                lastEventID = try SendArguments.value(of: argument, &rest)
            case ("--json", .events): isJSON = true
            case ("--subprotocol", .socket):
                subprotocols.append(try SendArguments.value(of: argument, &rest))
            case ("--no-compression", .socket): isCompressed = false
            case ("--linger", .socket): linger = try SendArguments.timeout(argument, &rest)
            default: others.append(Self.overHTTP(argument, kind))
            }
        }
        let plain = try SendArguments(method: .get, arguments: others)
        guard kind == .events, plain.hasContent else {
            if plain.hasContent {
                throw UsageError("a WebSocket begins with a GET, without a body")
            }
            send = plain
            return
        }
        send = try SendArguments(method: .post, arguments: others)
    }

    /// `ws://host` is `http://host` until the protocol changes (RFC 6455 §3).
    private static func overHTTP(_ argument: String, _ kind: Kind) -> String {
        guard kind == .socket else { return argument }
        if argument.hasPrefix("ws://") { return "http" + argument.dropFirst(2) }
        return argument.hasPrefix("wss://") ? "https" + argument.dropFirst(3) : argument
    }

    private static func count(
        _ option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Int {
        guard let count = Int(try SendArguments.value(of: option, &rest)), count > 0 else {
            throw UsageError("\(option) takes a number above 0")
        }
        return count
    }
}

extension SendArguments {
    /// Whether there is something to send, as chat services want.
    fileprivate var hasContent: Bool {
        raw != nil
            || items.contains { item in
                switch item {
                case .field, .json: true
                case .query, .header: false
                }
            }
    }
}
