import VencejoHTTP

extension NetworkError: CustomStringConvertible {
    /// What went wrong and with which call, without secrets.
    ///
    ///     GET https://api.example.com/users/1?api_key=<redacted>: 404 Not Found
    public var description: String {
        guard let sent = response?.request ?? request else { return safeReason }
        let attempts = sent.attempt > 1 ? " (attempt \(sent.attempt))" : ""
        return "\(sent)".shortened(to: 600) + "\(attempts): \(safeReason)"
    }

    /// Digests and names of files look like tokens, and are what a person needs to see.
    ///
    /// Long texts are cut well behind what is shown, so that no token is shown in halves.
    private var safeReason: String {
        switch kind {
        case .tls(.pinMismatch), .digestMismatch, .file: reason
        default: Redaction.tokens(in: reason.shortened(to: 20_000)).shortened(to: 2_000)
        }
    }

    /// What went wrong, in a few words and without secrets.
    var reason: String {
        switch kind {
        case .invalidRequest(let fault): "invalid request: \(Self.text(fault))"
        case .insecureURL: "plain http is not allowed; use https or allow it explicitly"
        case .noConnection(let failure): "no connection: \(Self.text(failure))"
        case .tls(let failure): "no safe connection: \(Self.text(failure))"
        case .proxy(let failure): failure.description
        case .timedOut(let phase): "timed out (\(Self.text(phase)))"
        case .cancelled: "cancelled"
        case .status(let status): statusReason(status)
        case .decoding(let problem): "cannot decode the answer: \(problem.description)"
        case .invalidResponse(let text): "invalid response: \(text)"
        case .bodyTooLarge(let limit): "the body is larger than \(limit) bytes"
        case .redirect(let failure): "redirect not followed: \(Self.text(failure))"
        case .circuitOpen(let rest): "not sent: the host failed too often; again in \(rest)"
        case .overloaded(let limit): "not sent: \(limit) calls wait already"
        case .authenticationExpired: "the credential was refused and could not be renewed"
        case .file(let failure): failure.description
        case .digestMismatch(let expected, let found):
            "what arrived is damaged: its digest is \(found), not \(expected)"
        case .unsupported(let text): "unsupported: \(text)"
        case .other: underlying.map { String(describing: $0) } ?? "unknown error"
        }
    }

    private func statusReason(_ status: HTTPStatus) -> String {
        let said = problem.flatMap { $0.detail ?? $0.title } ?? apiError.map(\.message)
        guard let said, !said.isEmpty else { return "\(status)" }
        return "\(status): \(said)"
    }

    private static func text(_ fault: InvalidRequest) -> String {
        switch fault {
        case .url(let text): "not a usable address: \(shown(Redaction.faultyURL(text)))"
        case .bodyNotAllowed(let method): "\(method) takes no body"
        case .body(let text): text
        case .bodyNotReplayable: "its body cannot be sent a second time"
        case .header(let name): "header \(shown(name)) cannot be sent"
        case .method(let text): "\(shown(text)) is no method"
        case .encoding(let text): "the body cannot be encoded: \(text)"
        case .pipeline(let text): text
        }
    }

    /// In quotes and with escapes, and not longer than a line or three.
    private static func shown(_ text: String) -> String { text.shortened(to: 300).debugDescription }

    static func text(_ failure: ConnectionFailure) -> String {
        switch failure {
        case .nameNotFound: "host name not found"
        case .refused: "connection refused"
        case .reset: "connection reset"
        case .unreachable: "host unreachable"
        case .closed: "connection closed before an answer came"
        case .offline: "there is no network"
        case .exhausted: "out of descriptors or memory"
        case .other(let text): text
        }
    }

    private static func text(_ phase: Phase) -> String {
        switch phase {
        case .queue: "waiting for a free connection"
        case .nameLookup: "looking up the host"
        case .connect: "connecting"
        case .tls: "TLS handshake"
        case .response: "waiting for the answer"
        case .idle: "between two pieces of the answer"
        case .total: "whole call"
        }
    }

    private static func text(_ failure: RedirectFailure) -> String {
        switch failure {
        case .tooMany(let limit): "more than \(limit)"
        case .loop: "it leads in a circle"
        case .insecure: "it leads from https to http"
        case .invalidLocation(let text): "invalid location \(shown(Redaction.url(text)))"
        case .notReplayable: "the body cannot be sent again"
        }
    }
}

extension NetworkError: CustomDebugStringConvertible, CustomReflectable {
    /// The same as ``description``: a debugger's log shows no secrets either.
    public var debugDescription: String { description }

    /// Only the description, so that `dump` shows no secrets either.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description])
    }
}
