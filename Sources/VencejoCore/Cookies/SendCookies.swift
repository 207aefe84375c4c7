package import VencejoHTTP

/// Cookies sent with every request of a call and kept from every answer, redirects included.
///
/// What the caller wrote in `Cookie` comes first, as it is; of the jar's cookies only those follow
/// whose names the caller did not use.
public struct SendCookies: Middleware {
    private let jar: CookieJar

    public init(_ jar: CookieJar) {
        self.jar = jar
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        var sent = request
        let written = request.headers.values(of: .cookie)
        let kept = await jar.cookies(for: request.url)
        if !kept.isEmpty {
            sent.headers[.cookie] = Self.field(written, kept)
        }
        let response = try await next(sent)
        // What a cache kept says nothing about the session of today.
        if response.source == .network || response.source == .validated {
            await jar.store(response.headers, from: request.url)
        }
        return response
    }

    /// The field's one line (RFC 6265 §5.4).
    package static func field(_ written: [String], _ kept: [Cookie]) -> String {
        var pairs = written.filter { !$0.isEmpty }
        let names = Set(pairs.flatMap(names))
        for cookie in kept where !names.contains(cookie.name) {
            pairs.append("\(cookie.name)=\(cookie.value)")
        }
        return pairs.joined(separator: "; ")
    }

    private static func names(in line: String) -> [String] {
        line.split(separator: ";").map { pair in
            let name = pair.prefix { $0 != "=" }
            return String(name.drop { $0 == " " })
        }
    }
}

extension Layer {
    /// Sends and keeps the cookies of a jar, at every hop of a call.
    ///
    /// It stands inside the redirects wherever it is written in the pipeline.
    public static func cookies(_ jar: CookieJar) -> Layer {
        Layer(SendCookies(jar), perHop: true)
    }
}
