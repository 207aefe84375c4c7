package import VencejoHTTP

/// What tells whether a resource is, byte by byte, still the one of which a part is there.
package enum StrongValidator: Sendable, Hashable {
    case tag(EntityTag)
    /// The text of `Last-Modified`, which servers compare as it was sent.
    case date(String)

    /// The strong validator of an answer; nil where it has none (RFC 9110 §8.8.1, §13.1.5).
    package init?(_ headers: Headers) {
        if let text = headers[.etag] {
            // A date beside a weak tag may not be used: the server knows of versions within it.
            guard let tag = EntityTag(text), !tag.isWeak else { return nil }
            self = .tag(tag)
            return
        }
        // RFC 9110 §8.8.2.2: a second must have gone by, or there may be two versions of it.
        guard let text = headers[.lastModified], let modified = HTTPDate(text),
            let sent = headers[.date].flatMap({ HTTPDate($0) }),
            modified.secondsSince1970 < sent.secondsSince1970
        else { return nil }
        self = .date(text)
    }

    /// The value of `If-Range`.
    package var field: String {
        switch self {
        case .tag(let tag): tag.description
        case .date(let text): text
        }
    }

    /// Whether an answer speaks of another version; one without a validator does not.
    package func isContradicted(by headers: Headers) -> Bool {
        switch self {
        case .tag(let tag):
            headers[.etag].map { EntityTag($0)?.stronglyMatches(tag) != true } ?? false
        case .date(let text): headers[.lastModified].map { $0 != text } ?? false
        }
    }
}

extension StrongValidator: Codable {
    private enum CodingKeys: String, CodingKey {
        case tag
        case date
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .date) {
            self = .date(text)
            return
        }
        let text = try container.decode(String.self, forKey: .tag)
        guard let tag = EntityTag(text), !tag.isWeak else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "no strong tag"
            )
            throw DecodingError.dataCorrupted(context)
        }
        self = .tag(tag)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .tag(let tag): try container.encode(tag.description, forKey: .tag)
        case .date(let text): try container.encode(text, forKey: .date)
        }
    }
}
