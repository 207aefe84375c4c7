package import VencejoHTTP

/// What one answer asks for: nothing, another request, or what must be refused.
///
///     status      method of the next request      its body
///     301, 302    POST becomes GET                kept unless it became GET
///     303         HEAD stays, all else GET        dropped
///     307, 308    the same                        kept
package enum RedirectDecision: Sendable {
    case answer
    case follow(Request)
    case refuse(NetworkError.RedirectFailure)

    /// Decides by status and `Location` alone (RFC 9110 §15.4).
    ///
    /// - Parameter kept: Fields that go to other origins too, whatever their names.
    package static func of(
        _ status: HTTPStatus,
        headers: Headers,
        to request: Request,
        keeping kept: Set<HeaderName> = []
    ) -> RedirectDecision {
        guard [301, 302, 303, 307, 308].contains(status.code) else { return .answer }
        let locations = headers.values(of: .location)
        guard let location = locations.first else { return .answer }
        guard locations.allSatisfy({ $0 == location }) else {
            return .refuse(.invalidLocation(locations.joined(separator: ", ")))
        }
        guard let target = target(of: location, from: request.url) else {
            return .refuse(.invalidLocation(location))
        }
        let isDowngrade = request.url.isHTTPS && !target.isHTTPS
        let isPermitted = HTTPSOnly.permits(target, insecure: request.allowsInsecureHTTP)
        guard !isDowngrade, isPermitted else { return .refuse(.insecure) }
        return next(status, to: target, after: request, keeping: kept)
    }

    private static func next(
        _ status: HTTPStatus,
        to target: URI,
        after request: Request,
        keeping kept: Set<HeaderName>
    ) -> RedirectDecision {
        var next = request
        next.url = target
        next.method = method(after: request.method, status)
        if next.method != request.method || status == 303 {
            next.body = .none
            for name in contentFields { next.headers.remove(name) }
        } else if !request.body.isReplayable {
            return .refuse(.notReplayable)
        }
        if target.origin != request.url.origin {
            next.removeCredentials(keeping: kept)
        } else {
            for (name, value) in request.credentialQuery.sorted(by: { $0.key < $1.key }) {
                next.url = next.url.addingQuery(name, value)
            }
        }
        return .follow(next)
    }

    private static func method(after method: HTTPMethod, _ status: HTTPStatus) -> HTTPMethod {
        switch status.code {
        case 301, 302: method == .post ? .get : method
        case 303: method == .head ? .head : .get
        default: method
        }
    }

    /// The fields that speak of a body, and go with it (RFC 9110 §15.4).
    private static let contentFields: [HeaderName] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation,
        .transferEncoding, .lastModified, .expect, "Content-Disposition", "Content-Range",
        "Content-MD5", "Content-Digest", "Repr-Digest", "Digest", "Trailer",
    ]

    /// The address that a `Location` means, or `nil` where it is no `http` address.
    private static func target(of location: String, from base: URI) -> URI? {
        guard let target = base.resolving(LocationText.escaped(location)), target.isHTTP else {
            return nil
        }
        // RFC 9110 §10.2.2: a reference without a fragment inherits the one that was asked for.
        return target.fragment == nil ? target.with(fragment: base.fragment) : target
    }
}
