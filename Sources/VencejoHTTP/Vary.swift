/// The fields of a request that chose an answer (RFC 9110 §12.5.5).
public struct Vary: Hashable, Sendable {
    /// Whether something besides fields had a part in it, so that no other request will do.
    public let isAny: Bool
    /// In order, each once, compared without case; what is no field name is passed over.
    public let names: [HeaderName]

    /// Reads all lines.
    public init(_ values: some Sequence<String>) {
        var names: [HeaderName] = []
        var seen: Set<HeaderName> = []
        var isAny = false
        for value in values {
            for part in value.utf8.split(separator: UInt8(ascii: ",")) {
                let text = String(Substring(part)).trimmingBlanks
                let name = HeaderName(text)
                if text == "*" {
                    isAny = true
                } else if name.isToken, seen.insert(name).inserted {
                    names.append(name)
                }
            }
        }
        self.isAny = isAny
        self.names = names
    }
}
