import VencejoCore
import VencejoHTTP

/// A path that a stub answers at: `users/1`, `users/*`, `users?page=2`.
///
/// It is compared with the end of the path, so that the base URL's own path does not matter; with
/// a slash in front it is the whole path. `*` is any one segment. Parameters that it names must be
/// there, others may be.
struct StubPattern: Sendable, CustomStringConvertible {
    let description: String
    private let segments: [Substring]
    private let isWhole: Bool
    private let query: [Substring]

    init(_ text: String) {
        description = text
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first ?? ""
        isWhole = path.hasPrefix("/")
        segments = path.split(separator: "/")
        query = parts.count == 2 ? parts[1].split(separator: "&") : []
    }

    /// How closely a request fits: the more the better, `nil` where it does not fit.
    func match(_ request: Request) -> Int? {
        let path = request.url.path.split(separator: "/")
        guard isWhole ? path.count == segments.count : path.count >= segments.count else {
            return nil
        }
        var score = (isWhole ? 1 : 0) + segments.count * 4
        for (segment, part) in zip(segments, path.suffix(segments.count)) {
            if segment == part {
                score += 2
            } else if segment != "*" {
                return nil
            }
        }
        let pairs = Set((request.url.query ?? "").split(separator: "&"))
        guard query.allSatisfy(pairs.contains) else { return nil }
        return score + query.count
    }
}
