#if os(Linux)
import VencejoHTTP

/// When HTTP/2 is spoken.
public struct HTTP2Use: Sendable, Hashable {
    private enum Choice: Sendable, Hashable {
        case automatic
        case priorKnowledge
        case never
    }

    private let choice: Choice

    /// Over TLS where the server chooses it (RFC 7301), HTTP/1.1 elsewhere.
    public static let automatic = HTTP2Use(choice: .automatic)
    /// Always and at once, over TLS and without (RFC 9113 §3.3); servers must speak it.
    ///
    /// Proxies are asked for a tunnel, also where nothing is encrypted.
    public static let priorKnowledge = HTTP2Use(choice: .priorKnowledge)
    /// Not at all.
    public static let never = HTTP2Use(choice: .never)

    /// What is offered over TLS, the best first.
    var protocols: [String] {
        switch choice {
        case .automatic: ["h2", "http/1.1"]
        case .priorKnowledge: ["h2"]
        case .never: ["http/1.1"]
        }
    }

    /// Whether a call to an address may turn out to speak it.
    func isPossible(_ url: URI) -> Bool {
        switch choice {
        case .automatic: url.isSecure
        case .priorKnowledge: true
        case .never: false
        }
    }

    /// Whether nothing else is spoken.
    var isCertain: Bool { choice == .priorKnowledge }
}
#endif
