import VencejoConcurrency
import VencejoCore
import VencejoHTTP

/// A middleware that notes, for a person, what went over the wire.
final class WireTap: Middleware, Sendable {
    private let lines = Locked<[String]>([])

    func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
        note("→ " + Self.summary(of: request))
        let response = try await next(request)
        for hop in response.hops {
            note("← \(hop.status)  Location: \(hop.to.requestTarget)")
        }
        note("← " + Self.summary(of: response))
        return response
    }

    /// What was noted since the last time.
    func drain() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    private func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    private static let secrets: [HeaderName] = ["Authorization", "X-API-Key"]

    private static func summary(of request: Request) -> String {
        var target = request.url.requestTarget
        if let range = target.firstRange(of: "api_key=") {
            target = target[..<range.upperBound] + "‹redacted›"
        }
        var text = "\(request.method) \(target)"
        for secret in secrets where request.headers.contains(secret) {
            text += "  \(secret): ‹redacted›"
        }
        if let range = request.headers[.range] { text += "  Range: \(range)" }
        if let bytes = request.body.bytes {
            let body = String(decoding: bytes, as: UTF8.self)
            text += "  " + (body.count <= 90 ? body : "\(bytes.count) bytes")
        }
        return text
    }

    private static func summary(of response: Response) -> String {
        var text = response.status.description
        if let type = response.headers[.contentType] { text += "  \(type)" }
        if !response.body.isEmpty { text += "  \(response.body.count) bytes" }
        if let range = response.headers[.contentRange] { text += "  Content-Range: \(range)" }
        if let total = response.headers["X-Total-Count"] { text += "  X-Total-Count: \(total)" }
        return text
    }
}
