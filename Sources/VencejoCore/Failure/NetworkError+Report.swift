import VencejoHTTP

extension NetworkError {
    /// What went wrong, in several lines and without secrets; for a log or a developer.
    ///
    /// A body that does not fit its type is shown at the place, under a caret:
    ///
    ///     GET https://api.example.com/users: 200 OK, application/json, 514 bytes
    ///     User cannot be read: id: expected Int, found string
    ///       line 2, column 9:
    ///         { "id": "one", "name": "Marina"
    ///                 ^
    public var report: String {
        guard case .decoding(let problem) = kind else { return description }
        let text = Redaction.tokens(in: problem.report)
        guard let answer else { return text }
        return "\(answer)\n\(text)"
    }

    private var answer: String? {
        guard let sent = response?.request ?? request else { return nil }
        guard let response else { return "\(sent)" }
        let type = response.headers[.contentType] ?? "no content type"
        return "\(sent): \(response.status), \(type), \(response.body.count) bytes"
    }
}
