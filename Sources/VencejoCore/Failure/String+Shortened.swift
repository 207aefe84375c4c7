extension String {
    /// The text itself, or its beginning and its end where it has more scalars than the limit.
    ///
    /// A server chooses how long an address is, and a person has one screen.
    package func shortened(to limit: Int) -> String {
        let scalars = unicodeScalars
        // Most are short, and nothing has to be counted.
        guard utf8.count > limit, scalars.count > limit else { return self }
        let end = limit / 3
        return String(scalars.prefix(limit - end)) + "…" + String(scalars.suffix(end))
    }
}
