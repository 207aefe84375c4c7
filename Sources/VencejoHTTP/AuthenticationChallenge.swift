/// What a server asks for before it answers: a scheme and what goes with it (RFC 9110 §11.6.1).
///
///     AuthenticationChallenge.parse([#"Basic realm="admin", charset="UTF-8""#])
public struct AuthenticationChallenge: Hashable, Sendable {
    /// In lower case: `basic`, `bearer`, `digest`.
    public let scheme: String
    /// The one value of schemes that have no parameters.
    public let token68: String?
    /// Names in lower case; of a name that comes twice, the first counts.
    public private(set) var parameters: [String: String]

    public init(scheme: String, token68: String? = nil, parameters: [String: String] = [:]) {
        self.scheme = scheme.lowercased()
        self.token68 = token68
        self.parameters = parameters
    }

    /// What the name and password are for.
    public var realm: String? { parameters["realm"] }
}

extension AuthenticationChallenge {
    /// The challenges of every line of `WWW-Authenticate` or `Proxy-Authenticate`, in order.
    ///
    /// A list within a list: a comma parts challenges as well as the parameters of one. What cannot
    /// be read is passed over up to the next comma.
    public static func parse(_ values: some Sequence<String>) -> [AuthenticationChallenge] {
        values.flatMap { value in
            var reader = Reader(scanner: FieldScanner(value))
            return reader.challenges()
        }
    }

    private struct Reader {
        var scanner: FieldScanner
        private var found: [AuthenticationChallenge] = []

        init(scanner: FieldScanner) {
            self.scanner = scanner
        }

        mutating func challenges() -> [AuthenticationChallenge] {
            while true {
                scanner.skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
                if scanner.isAtEnd { return found }
                if let (name, value) = parameter() {
                    add(name, value)
                } else if let scheme = scanner.token(), isEndOrBlank {
                    begin(scheme)
                }
                scanner.skipToComma()
            }
        }

        private mutating func begin(_ scheme: String) {
            scanner.skipBlanks()
            if let token = token68() {
                found.append(AuthenticationChallenge(scheme: scheme, token68: token))
                return
            }
            found.append(AuthenticationChallenge(scheme: scheme))
            if let (name, value) = parameter() { add(name, value) }
        }

        private mutating func add(_ name: String, _ value: String) {
            guard let last = found.indices.last, found[last].parameters[name] == nil else { return }
            found[last].parameters[name] = value
        }

        /// `name = value`; where there is none, nothing is passed.
        private mutating func parameter() -> (name: String, value: String)? {
            let start = scanner.position
            if let name = scanner.token() {
                scanner.skipBlanks()
                if scanner.take("=") {
                    scanner.skipBlanks()
                    if scanner.take("\"") {
                        let (text, isClosed) = scanner.quoted()
                        if isClosed { return (name.lowercased(), text) }
                    } else if let token = scanner.token() {
                        return (name.lowercased(), token)
                    }
                }
            }
            scanner.rewind(to: start)
            return nil
        }

        /// RFC 9110 §11.2; it fills the whole element, which tells it from a parameter.
        private mutating func token68() -> String? {
            let start = scanner.position
            let text = scanner.text(while: \.isToken68Byte)
            let padding = scanner.text { $0 == UInt8(ascii: "=") }
            scanner.skipBlanks()
            if !text.isEmpty, scanner.isAtEnd || scanner.next == UInt8(ascii: ",") {
                return text + padding
            }
            scanner.rewind(to: start)
            return nil
        }

        private var isEndOrBlank: Bool {
            switch scanner.next {
            case nil, 0x20, 0x09, UInt8(ascii: ","): true
            default: false
            }
        }
    }
}

extension UInt8 {
    fileprivate var isToken68Byte: Bool {
        isUnreserved || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
    }
}
