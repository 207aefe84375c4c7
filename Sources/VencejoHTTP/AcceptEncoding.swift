/// What `Accept-Encoding` says (RFC 9110 §12.5.3).
package enum AcceptEncoding: Sendable {
    /// Whether it allows gzip; a field that is absent does not.
    package static func allowsGzip(_ field: String?) -> Bool {
        var byStar = false
        for part in (field ?? "").lowercased().split(separator: ",") {
            let pieces = part.split(separator: ";")
            let name = pieces.first.map { String($0).trimmingBlanks } ?? ""
            let isRefused = pieces.dropFirst().contains { parameter in
                let text = parameter.filter { $0 != " " && $0 != "\t" }
                return text.hasPrefix("q=") && Double(text.dropFirst(2)) == 0
            }
            if name == "gzip" || name == "x-gzip" { return !isRefused }
            if name == "*" { byStar = !isRefused }
        }
        return byStar
    }
}
