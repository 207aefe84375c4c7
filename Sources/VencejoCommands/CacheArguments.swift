import VencejoHTTP

/// What `vencejo cache …` was asked for.
struct CacheArguments: Sendable {
    enum Action: Sendable, Equatable {
        case list(prefix: String)
        case show(URI)
        case remove(URI)
        case removePrefix(String)
        case removeAll
    }

    let action: Action
    private(set) var file: String?

    init(_ arguments: [String]) throws(UsageError) {
        var words: [String] = []
        var prefix: String?
        var isAll = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--file": file = try SendArguments.file(of: argument, &rest)
            case "--prefix": prefix = try SendArguments.value(of: argument, &rest)
            case "--all": isAll = true
            case _ where argument.isOption: throw UsageError.unknownOption(argument)
            default: words.append(argument)
            }
        }
        let address = words.count > 1 ? words[1] : nil
        guard words.count <= 2 else { throw UsageError("too many arguments") }
        switch (words.first, address, prefix, isAll) {
        case ("ls", _, nil, false): action = .list(prefix: address ?? "")
        case ("show", let address?, nil, false): action = .show(try SendArguments.address(address))
        case ("rm", let address?, nil, false): action = .remove(try SendArguments.address(address))
        case ("rm", nil, let prefix?, false): action = .removePrefix(prefix)
        case ("rm", nil, nil, true): action = .removeAll
        default: throw UsageError("cache takes ls [PREFIX], show URL, or rm URL|--prefix P|--all")
        }
    }
}
