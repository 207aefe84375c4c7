package import VencejoHTTP

/// What a server allows an upload, as `Upload-Limit` says (draft-ietf-httpbis-resumable-upload).
package struct UploadLimits: Sendable, Hashable {
    package var maximumSize: Int?
    package var minimumSize: Int?
    package var maximumAppendSize: Int?
    package var minimumAppendSize: Int?
    /// Seconds until the server forgets the upload.
    package var maximumAge: Int?

    package init() {}

    /// Reads the field; nil where it is absent, or must be ignored.
    package init?(_ headers: Headers) {
        let lines = headers.values(of: "Upload-Limit")
        guard !lines.isEmpty, let members = StructuredDictionary(lines)?.members else { return nil }
        var numbers: [String: Int] = [:]
        for name in ["max-size", "min-size", "max-append-size", "min-append-size", "max-age"] {
            guard let member = members[name] else { continue }
            // One value of the wrong kind spoils the whole field.
            guard case .integer(let number)? = member.value, number >= 0 else { return nil }
            numbers[name] = Int(number)
        }
        maximumSize = numbers["max-size"]
        minimumSize = numbers["min-size"]
        maximumAppendSize = numbers["max-append-size"]
        minimumAppendSize = numbers["min-append-size"]
        maximumAge = numbers["max-age"]
    }

    /// The bytes of one request: as many as are wanted, within what the server takes.
    package func chunk(_ wanted: Int?) -> Int? {
        var chunk = wanted
        if let minimumAppendSize, let wanted = chunk { chunk = max(wanted, minimumAppendSize) }
        if let maximumAppendSize { chunk = min(chunk ?? .max, maximumAppendSize) }
        return chunk
    }

    /// Why an upload of this length cannot be; nil where it can.
    package func fault(length: Int) -> String? {
        if let maximumSize, length > maximumSize {
            return "the server takes \(maximumSize) bytes at most, and these are \(length)"
        }
        if let minimumSize, length < minimumSize {
            return "the server takes \(minimumSize) bytes at least, and these are \(length)"
        }
        if maximumAppendSize == 0, length > 0 { return "the server takes no bytes in a request" }
        return nil
    }
}
