package import VencejoCore
import VencejoHTTP

/// What an answer to an unsafe request makes invalid (RFC 9111 §4.4); a pure function.
package struct Invalidation: Sendable, Hashable {
    package var urls: Set<String> = []
    package var tags: Set<String> = []

    package init(_ request: Request, _ response: Response) {
        let status = response.status
        guard !request.method.isSafe, status.isSuccess || status.isRedirection else { return }
        let url = CacheKey(gettingWhat: request)?.url ?? CacheKey.url(request.url)
        urls = [url, CacheKey.url(request.url)]
        for name in [HeaderName.location, .contentLocation] {
            guard let text = response.headers[name],
                let other = request.url.resolving(text), other.origin == request.url.origin
            else { continue }
            urls.insert(CacheKey.url(other))
        }
        tags = CacheGroups.invalidated(by: response.headers, url: url)
    }
}
