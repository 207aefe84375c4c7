package import VencejoHTTP

/// What a server says about how much it will still take.
///
///     RateLimit: "default";r=50;t=30          remaining, seconds to the next window
///     RateLimit-Policy: "default";q=100;w=60  quota, window in seconds
///     RateLimit: limit=100, remaining=50, reset=30
///     RateLimit-Limit / -Remaining / -Reset
///     X-RateLimit-Limit / -Remaining / -Reset seconds, or a moment since 1970
///
/// Of several limits the tightest counts. What cannot be read is not there.
package struct RateLimit: Sendable, Hashable {
    /// The calls of a whole window.
    package var quota: Int?
    /// The length of a window, in seconds.
    package var window: Int?
    package var remaining: Int?
    /// Seconds until the next window.
    package var reset: Int?

    package init(quota: Int? = nil, window: Int? = nil, remaining: Int? = nil, reset: Int? = nil) {
        self.quota = quota
        self.window = window
        self.remaining = remaining
        self.reset = reset
    }

    /// Reads the fields of an answer; nil where they say nothing.
    package init?(_ headers: Headers, secondsSince1970 now: Int) {
        self.init()
        readPolicy(headers)
        readLimit(headers)
        for prefix in ["RateLimit", "X-RateLimit", "X-Rate-Limit"] {
            let number = { (name: String) -> Int? in
                headers[HeaderName(prefix + name)].flatMap { Self.leadingNumber($0[...]) }
            }
            quota = quota ?? number("-Limit")
            remaining = remaining ?? number("-Remaining")
            reset = reset ?? number("-Reset").map { Self.rest($0, now: now) }
        }
        if self == RateLimit() { return nil }
    }

    private mutating func readPolicy(_ headers: Headers) {
        for item in Self.items(headers, "RateLimit-Policy") {
            let parameters = Self.parameters(item)
            let quota = parameters["q"] ?? Self.leadingNumber(item[0])
            guard let quota, let window = parameters["w"], window > 0 else { continue }
            if let (q, w) = pair, q * window <= quota * w { continue }
            self.quota = quota
            self.window = window
        }
    }

    private var pair: (Int, Int)? {
        guard let quota, let window else { return nil }
        return (quota, window)
    }

    private mutating func readLimit(_ headers: Headers) {
        for item in Self.items(headers, "RateLimit") {
            let parameters = Self.parameters(item)
            if let left = parameters["r"], left <= remaining ?? .max {
                remaining = left
                reset = parameters["t"]
            }
            quota = quota ?? parameters["limit"]
            remaining = remaining ?? parameters["remaining"]
            reset = reset ?? parameters["reset"]
        }
    }

    /// The members of a list, each cut at its semicolons.
    private static func items(_ headers: Headers, _ name: HeaderName) -> [[Substring]] {
        headers.values(of: name).prefix(8).flatMap { value in
            value.split(separator: ",").prefix(8).map { $0.split(separator: ";") }
        }.filter { !$0.isEmpty }
    }

    private static func parameters(_ item: [Substring]) -> [String: Int] {
        var parameters: [String: Int] = [:]
        for part in item {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let number = leadingNumber(sides[1]) else { continue }
            let name = sides[0].lowercased().filter { $0 != " " && $0 != "\t" }
            parameters[name] = number
        }
        return parameters
    }

    /// The digits at the beginning, at most nine of them, and no sign.
    private static func leadingNumber(_ text: Substring) -> Int? {
        let digits = text.drop { $0 == " " || $0 == "\t" }.prefix { $0.isASCII && $0.isNumber }
        return digits.utf8.count <= 13 ? Int(digits) : nil
    }

    /// Seconds from now, from what may be a moment in seconds or milliseconds since 1970.
    private static func rest(_ number: Int, now: Int) -> Int {
        if number > 100_000_000_000 { return max(0, (number + 999) / 1_000 - now) }
        return number > 100_000_000 ? max(0, number - now) : number
    }
}
