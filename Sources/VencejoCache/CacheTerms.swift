package import VencejoHTTP

/// What an answer says about being used again, read once: times in seconds.
///
///     made ──────── received ───────────── now
///       └ age when received ┘
///       └──────── age ─────────────────────┘
///       └── lifetime ──┘└─ staleness ──────┘
package struct CacheTerms: Hashable, Sendable {
    /// How long it is fresh; less than nothing where it was made stale.
    package var lifetime: Int
    /// Whether the server said for how long, and the cache did not have to guess.
    package var isExplicit: Bool
    /// How old it was when it came (RFC 9111 §4.2.3).
    package var initialAge: Int
    /// When it came.
    package var received: Int
    /// When it was made, as it says itself.
    package var date: Int
    package var noCache: Bool
    package var mustRevalidate: Bool
    package var isImmutable: Bool
    package var staleWhileRevalidate: Int?
    package var staleIfError: Int?
    /// Fields that are given only after the server was asked.
    package var withheld: [HeaderName]

    /// Reads the fields of an answer.
    ///
    /// - Parameters:
    ///   - requested: When the request was sent.
    ///   - received: When the answer came.
    package init(_ status: HTTPStatus, _ headers: Headers, requested: Int, received: Int) {
        let control = CacheControl(lines: headers.values(of: .cacheControl))
        let date = headers.date(.date, now: received)?.secondsSince1970 ?? received
        self.received = received
        self.date = date
        let apparent = max(0, Self.bounded(received) - Self.bounded(date))
        let delay = max(0, Self.bounded(received) - Self.bounded(requested))
        let corrected = Self.bounded(headers.age ?? 0) + delay
        initialAge = max(apparent, corrected)
        let explicit = Self.explicitLifetime(control, headers, date: date, received: received)
        isExplicit = explicit != nil
        lifetime = explicit ?? Self.guessedLifetime(status, control, headers, date: date)
        noCache = control.noCacheWhole
        mustRevalidate = control.mustRevalidate
        isImmutable = control.isImmutable
        staleWhileRevalidate = control.staleWhileRevalidate.map(Self.bounded)
        staleIfError = control.staleIfError.map(Self.bounded)
        withheld = control.noCacheFields
    }

    /// Sums of such numbers never overflow.
    private static func bounded(_ seconds: Int) -> Int {
        min(max(seconds, -(1 << 40)), 1 << 40)
    }

    /// RFC 9111 §4.2.1; what is said in a wrong way says that it is stale.
    private static func explicitLifetime(
        _ control: CacheControl,
        _ headers: Headers,
        date: Int,
        received: Int
    ) -> Int? {
        if control.contains("max-age") { return control.maxAge.map(bounded) ?? 0 }
        guard headers.contains(.expires) else { return nil }
        guard let expires = headers.date(.expires, now: received) else { return 0 }
        return bounded(expires.secondsSince1970) - bounded(date)
    }

    /// A tenth of the time since the last change, a week at most (RFC 9111 §4.2.2).
    private static func guessedLifetime(
        _ status: HTTPStatus,
        _ control: CacheControl,
        _ headers: Headers,
        date: Int
    ) -> Int {
        guard status.isCacheableByDefault || control.isPublic,
            let changed = headers.date(.lastModified, now: date)?.secondsSince1970
        else { return 0 }
        return min(max(0, bounded(date) - bounded(changed)) / 10, 7 * 86_400)
    }

    /// How old the answer is; nil where the clock says that it has not come yet.
    package func age(at now: Int) -> Int? {
        let (resident, isTooLarge) = now.subtractingReportingOverflow(received)
        guard !isTooLarge, resident >= 0 else { return nil }
        return initialAge + min(resident, 1 << 41)
    }
}

extension HTTPStatus {
    /// Whether such an answer may be kept although nobody said for how long (RFC 9110 §15.1).
    package var isCacheableByDefault: Bool {
        switch code {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }
}
