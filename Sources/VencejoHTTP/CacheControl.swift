/// The directives of `Cache-Control` (RFC 9111 §5.2).
///
///     let control = CacheControl(response.headers.values(of: .cacheControl))
///     control.maxAge          // 3600
///     control.noStore         // false
public struct CacheControl: Hashable, Sendable {
    /// In order, with all repetitions.
    public let directives: [Directive]

    /// A directive: the name in lower case, the value without quotes.
    public struct Directive: Hashable, Sendable {
        public let name: String
        public let value: String?

        public init(_ name: String, _ value: String? = nil) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    public init(directives: [Directive]) {
        self.directives = directives
    }

    /// Reads all lines; what is no directive is passed over up to the next comma.
    public init(_ values: some Sequence<String>) {
        self.init(lines: Array(values))
    }

    /// The same of lines that are an array already.
    package init(lines: [String]) {
        var directives: [Directive] = []
        for value in lines {
            var scanner = FieldScanner(value)
            directives += Self.directives(in: &scanner)
        }
        self.directives = directives
    }

    private static func directives(in scanner: inout FieldScanner) -> [Directive] {
        var found: [Directive] = []
        while true {
            scanner.skip { isBlank($0) || $0 == UInt8(ascii: ",") }
            if scanner.isAtEnd { return found }
            let name = scanner.token()
            var value: String?
            if scanner.take("=") {
                value = scanner.take("\"") ? scanner.quoted().text : scanner.token() ?? ""
            }
            scanner.skipBlanks()
            if let name, scanner.isAtEnd || scanner.next == UInt8(ascii: ",") {
                found.append(Directive(name, value))
            }
            scanner.skipToComma()
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The first directive of a name.
    public subscript(name: String) -> Directive? {
        if directives.isEmpty { return nil }
        let name = name.lowercased()
        return directives.first { $0.name == name }
    }

    public func contains(_ name: String) -> Bool { self[name] != nil }

    /// The seconds of a directive; `nil` where it is absent or its value is no number.
    ///
    /// A number too large for this machine is the largest one that it has (RFC 9111 §1.2.2).
    public func seconds(of name: String) -> Int? {
        guard let value = self[name]?.value, !value.isEmpty, value.utf8.allSatisfy(\.isDigit)
        else { return nil }
        return Int(value) ?? .max
    }
}

extension CacheControl {
    /// How long the answer is fresh, or how old an answer may be (RFC 9111 §5.2.1.1, §5.2.2.1).
    public var maxAge: Int? { seconds(of: "max-age") }
    /// The same for shared caches (RFC 9111 §5.2.2.10).
    public var sharedMaxAge: Int? { seconds(of: "s-maxage") }
    /// How long an answer must stay fresh yet (RFC 9111 §5.2.1.3).
    public var minFresh: Int? { seconds(of: "min-fresh") }
    /// RFC 5861 §3.
    public var staleWhileRevalidate: Int? { seconds(of: "stale-while-revalidate") }
    /// RFC 5861 §4.
    public var staleIfError: Int? { seconds(of: "stale-if-error") }
    /// How stale an answer may be; without a value, any number (RFC 9111 §5.2.1.2).
    public var maxStale: Int? {
        guard let directive = self["max-stale"] else { return nil }
        return directive.value == nil ? .max : seconds(of: "max-stale")
    }
    /// Nothing may be kept (RFC 9111 §5.2.1.5, §5.2.2.5).
    public var noStore: Bool { contains("no-store") }
    /// The server must be asked first; with field names, only those are meant (§5.2.2.4).
    public var noCache: Bool { contains("no-cache") }
    /// Whether the whole answer is meant by `no-cache`, not some of its fields alone (§5.2.2.4).
    public var noCacheWhole: Bool {
        directives.contains { $0.name == "no-cache" && Self.names(in: $0.value).isEmpty }
    }
    /// The fields that `no-cache` names, which a stored answer is given without (§5.2.2.4).
    public var noCacheFields: [HeaderName] {
        directives.flatMap { $0.name == "no-cache" ? Self.names(in: $0.value) : [] }
    }

    private static func names(in value: String?) -> [HeaderName] {
        Vary(value.map { [$0] } ?? []).names
    }

    /// RFC 9111 §5.2.1.7.
    public var onlyIfCached: Bool { contains("only-if-cached") }
    /// RFC 9111 §5.2.2.2.
    public var mustRevalidate: Bool { contains("must-revalidate") }
    /// RFC 9111 §5.2.2.7.
    public var isPrivate: Bool { contains("private") }
    /// RFC 9111 §5.2.2.9.
    public var isPublic: Bool { contains("public") }
    /// The content never changes while it is fresh (RFC 8246).
    public var isImmutable: Bool { contains("immutable") }
}

extension CacheControl: CustomStringConvertible {
    public var description: String {
        directives.map { directive in
            guard let value = directive.value else { return directive.name }
            if !value.isEmpty, value.utf8.allSatisfy(\.isTokenByte) {
                return directive.name + "=" + value
            }
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return directive.name + "=\"" + escaped + "\""
        }
        .joined(separator: ", ")
    }
}
