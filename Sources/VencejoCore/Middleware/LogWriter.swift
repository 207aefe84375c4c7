import VencejoHTTP
import VencejoJSON

/// The text of a log entry.
struct LogWriter: Sendable {
    let level: Log.Level
    /// How much of a body is shown, in characters.
    private let snippetLength = 1_000

    func entry(for request: Request) -> String {
        var line = "→ \(Self.title(request))"
        var notes: [String] = []
        if let count = request.body.count, count > 0 { notes.append(Self.size(count)) }
        if request.attempt > 1 { notes.append("attempt \(request.attempt)") }
        if !notes.isEmpty { line += " (\(notes.joined(separator: ", ")))" }
        return line + details(request.shownHeaders, request.body.bytes ?? [])
    }

    func entry(for response: Response, to request: Request, after time: Duration) -> String {
        let size = response.body.isStream ? "a stream" : Self.size(response.body.count)
        return "← \(response.status) \(Self.title(request))"
            + " (\(size), \(Self.milliseconds(time))"
            + (response.timings.tlsDetails?.isVerified == false ? ", UNVERIFIED TLS)" : ")")
            + details(Redaction.headers(response.headers), response.body.bytes)
    }

    func entry(for error: NetworkError, to request: Request, after time: Duration) -> String {
        let head =
            "✗ \(Self.word(for: error.kind)) \(Self.title(request)) (\(Self.milliseconds(time)))"
        guard let response = error.response else { return head }
        return head + details(Redaction.headers(response.headers), response.body.bytes)
    }

    /// - Parameter fields: Without secrets.
    private func details(_ fields: Headers, _ body: [UInt8]) -> String {
        var text = ""
        if level >= .headers {
            for field in fields {
                text += "\n  \(field.name): \(Self.printable(field.value))"
            }
        }
        if level >= .bodies, !body.isEmpty {
            text += "\n  " + snippet(body, type: fields[.contentType] ?? "")
        }
        return text
    }

    private func snippet(_ body: [UInt8], type: String) -> String {
        guard let text = String(validating: body, as: UTF8.self) else {
            return "<\(body.count) bytes>"
        }
        let isForm = type.lowercased().hasPrefix("application/x-www-form-urlencoded")
        let redacted = isForm ? Redaction.form(text) : Redaction.json(text)
        let start = redacted.prefix(snippetLength)
        return Self.printable(String(start)) + (start.endIndex == redacted.endIndex ? "" : "…")
    }

    private static func title(_ request: Request) -> String {
        printable("\(request.method) \(request.shownURL)")
    }

    /// A line stays a line, whatever a server or a caller wrote.
    private static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            case _ where scalar.isSteering:
                result.append(contentsOf: scalar.escaped.unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func word(for kind: NetworkError.Kind) -> String {
        switch kind {
        case .status(let status): "\(status)"
        case .noConnection(let failure): "no connection: \(failure)"
        case .tls(let failure): "no safe connection: \(failure)"
        case .proxy(let failure): "proxy: \(failure)"
        case .timedOut(let phase): "timed out: \(phase)"
        case .cancelled: "cancelled"
        case .decoding(let problem): "not decoded: \(problem)"
        case .invalidRequest(let fault): "invalid request: \(fault)"
        case .insecureURL: "plain http refused"
        case .redirect(let failure): "redirect not followed: \(failure)"
        default: "failed: \(kind)"
        }
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1_000: "\(bytes) B"
        case ..<1_000_000: tenths(bytes / 100) + " kB"
        default: tenths(bytes / 100_000) + " MB"
        }
    }

    private static func tenths(_ number: Int) -> String {
        "\(number / 10).\(number % 10)"
    }

    private static func milliseconds(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
