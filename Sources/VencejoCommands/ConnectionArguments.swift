public import VencejoCore

/// How a request of the command line is to be connected.
public struct ConnectionOptions: Sendable {
    /// How many redirects are followed.
    public var maximumRedirects = 20
    public var tls = TLSConfiguration()
    /// `nil` leaves it to the environment.
    public var proxy: ProxyConfiguration?
    /// The path of a Unix-domain socket to which all requests go.
    public var unixSocket: String?

    public init() {}
}

/// The options about TLS, proxies and sockets, before any file is read.
struct ConnectionArguments: Sendable {
    private var authorityFile: String?
    private var certificateFile: String?
    private var keyFile: String?
    private var pins: [String] = []
    private var proxy: ProxyConfiguration?
    private var unixSocket: String?
    private(set) var isInsecure = false

    /// Takes an option that is one of these; false for all others.
    mutating func take(
        _ option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Bool {
        switch option {
        case "--ca", "--cacert": authorityFile = try SendArguments.file(of: option, &rest)
        case "--cert": certificateFile = try SendArguments.file(of: option, &rest)
        case "--key": keyFile = try SendArguments.file(of: option, &rest)
        case "--pin": pins.append(try SendArguments.value(of: option, &rest))
        case "--unix-socket": unixSocket = try SendArguments.value(of: option, &rest)
        case "--insecure": isInsecure = true
        case "--proxy": proxy = try Self.proxy(try SendArguments.value(of: option, &rest))
        default: return false
        }
        return true
    }

    private static func proxy(_ text: String) throws(UsageError) -> ProxyConfiguration {
        if text == "none" { return .none }
        guard let proxy = Proxy(text) else {
            // The address may hold a password, so it is not repeated.
            throw UsageError(
                "--proxy takes http://, https:// or socks5://[user:password@]host:port"
            )
        }
        return ProxyConfiguration(all: proxy)
    }

    /// Reads the files; `host` is whom the pins are for.
    func options(
        host: String,
        readFile: (String) throws -> [UInt8]
    ) throws -> ConnectionOptions {
        var options = ConnectionOptions()
        func read(_ file: String, _ option: String) throws(UsageError) -> [UInt8] {
            do {
                return try readFile(file)
            } catch {
                throw UsageError("\(option) \(file.quotedWord): \(error)")
            }
        }
        if let authorityFile {
            options.tls.authorities = .systemAnd(try read(authorityFile, "--cacert"))
        }
        if let certificateFile {
            let certificates = try read(certificateFile, "--cert")
            // One file may hold both, as curl has it.
            let key =
                try keyFile.map { file throws(UsageError) in try read(file, "--key") }
                ?? certificates
            options.tls.identity = .pem(certificates: certificates, key: key)
        } else if keyFile != nil {
            throw UsageError("--key needs --cert")
        }
        switch pins.count {
        case 0: break
        case 2: options.tls.pins = [PublicKeyPins(host, current: pins[0], next: pins[1])]
        default: throw UsageError("--pin is given twice: the current key's and the next one's")
        }
        if isInsecure { options.tls.verification = .dangerouslySkipped }
        options.proxy = proxy
        options.unixSocket = unixSocket
        return options
    }

    /// An error about what is in the files, with their names: it is one of them.
    func blaming(_ error: any Error) -> UsageError {
        let files = [("--cacert", authorityFile), ("--cert", certificateFile), ("--key", keyFile)]
        let named = files.compactMap { option, file in
            file.map { "\(option) \($0.quotedWord)" }
        }
        let text = UsageError.text(of: error)
        return UsageError(named.isEmpty ? text : "\(named.joined(separator: ", ")): \(text)")
    }
}
