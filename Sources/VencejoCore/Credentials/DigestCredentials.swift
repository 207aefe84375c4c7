import VencejoConcurrency
import VencejoHTTP

/// A user, a password, and the nonces that servers gave for them.
final class DigestCredentials: Sendable {
    private struct Session: Sendable {
        var challenge: DigestChallenge
        var count = 0
    }

    private static let most = 256
    private let user: String
    private let password: String
    private let sessions = Locked<[URI.Origin: Session]>([:])

    init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The credential by a nonce that is known already, nil where none is.
    func authorization(for request: Request) -> String? {
        let next = sessions.withLock { sessions -> Session? in
            sessions[request.url.origin]?.count += 1
            return sessions[request.url.origin]
        }
        guard let next else { return nil }
        let answer = DigestAnswer(
            to: next.challenge,
            user: user,
            password: password,
            count: next.count,
            clientNonce: IdempotencyKey.make(request.context.random)
        )
        return answer.authorization(
            method: request.method.rawValue,
            target: request.url.requestTarget,
            body: request.body.isNone ? [] : request.body.bytes
        )
    }

    /// Takes a challenge in; false when answering it would be the same refusal again.
    func learn(from response: Response, after sent: Bool) -> Bool {
        let origin = response.request.url.origin
        guard let challenge = DigestChallenge.first(in: response.headers, .wwwAuthenticate) else {
            return false
        }
        return sessions.withLock { sessions in
            // RFC 7616 §3.3: only a stale nonce says that the password was right.
            if sent, !challenge.isStale { return false }
            if sessions.count >= Self.most { sessions.removeAll() }
            sessions[origin] = Session(challenge: challenge)
            return true
        }
    }
}
