import VencejoCore
package import VencejoHTTP

extension CacheOutcome {
    /// What is kept of an answer; nil where nothing may be (RFC 9111 §3).
    package static func storable(
        _ key: CacheKey,
        _ method: HTTPMethod,
        _ reply: CacheReply,
        asked: Headers,
        _ tags: Set<String>
    ) -> StoredResponse? {
        let (status, fields) = (reply.response.status, reply.response.headers)
        guard 200...599 ~= status.code, status != .notModified else { return nil }
        let control = CacheControl(fields.values(of: .cacheControl))
        // RFC 9111 §5.2.2.3: who knows the status need not mind that others may not store it.
        let isUnderstood = control.contains("must-understand") && status.isCacheableByDefault
        guard !control.noStore || isUnderstood else { return nil }
        let isAllowed =
            status.isCacheableByDefault || control.isPublic || control.isPrivate
            || control.contains("max-age") || fields.contains(.expires)
        guard isAllowed else { return nil }
        guard case (let range, let isFit) = Self.range(status, fields, reply.length), isFit else {
            return nil
        }
        let kept = FieldsToKeep(fields)
        var headers = Headers(fields.filter { kept.contains($0.name) })
        // RFC 9110 §6.6.1: what came without a date gets that of its coming.
        if !headers.contains(.date) {
            headers.append(.date, HTTPDate(secondsSince1970: reply.received).description)
        }
        let vary = Vary(fields.values(of: .vary))
        return StoredResponse(
            key: key,
            status: status,
            version: reply.response.version,
            headers: headers,
            undecodedCodings: reply.response.body.undecodedCodings,
            selection: Selection(vary, asked: asked, sent: reply.sent),
            requested: reply.requested,
            received: reply.received,
            range: range,
            length: reply.length ?? 0,
            tags: tags.union(CacheGroups.tags(of: fields, url: key.url))
        )
    }

    /// The part that an answer holds, and whether it can be kept.
    ///
    /// Where fewer or more bytes came than it says, only those that came are held.
    private static func range(
        _ status: HTTPStatus,
        _ fields: Headers,
        _ length: Int?
    ) -> (ContentRange?, Bool) {
        guard status == .partialContent else { return (nil, true) }
        guard let range = fields[.contentRange].flatMap({ ContentRange($0) }),
            let bytes = range.bytes, let length, length > 0,
            !fields.contains(.contentEncoding)
        else { return (nil, false) }
        let held = bytes.lowerBound...(bytes.lowerBound + min(length, bytes.count) - 1)
        return (ContentRange(bytes: held, completeLength: range.completeLength), true)
    }
}

/// Names under which a server groups its answers (RFC 9875).
package enum CacheGroups: Sendable {
    /// The groups of an answer, each bound to its origin.
    package static func tags(of headers: Headers, url: String) -> Set<String> {
        tags(in: headers, "Cache-Groups", url)
    }

    /// The groups that an answer to an unsafe request makes invalid.
    package static func invalidated(by headers: Headers, url: String) -> Set<String> {
        tags(in: headers, "Cache-Group-Invalidation", url)
    }

    private static func tags(in headers: Headers, _ name: HeaderName, _ url: String) -> Set<String>
    {
        let lines = headers.values(of: name)
        guard !lines.isEmpty, let list = StructuredList(lines), let origin = URI(url)?.origin
        else { return [] }
        return Set(
            list.members.prefix(128).compactMap { member in
                guard case .string(let group) = member.value else { return nil }
                return "\(origin) \(group)"
            }
        )
    }
}
