import VencejoHTTP

/// What Express, its CORS handler and its JSONP add to an answer.
enum Express: Sendable {
    private static let methods = "GET,HEAD,PUT,PATCH,POST,DELETE"

    static func preflight(_ request: RecordedRequest) -> MockResponse {
        var headers = common(request)
        headers["Access-Control-Allow-Methods"] = methods
        if let asked = request.headers["Access-Control-Request-Headers"] {
            headers["Access-Control-Allow-Headers"] = asked
        }
        headers[.vary] = "Origin, Access-Control-Request-Headers"
        return MockResponse(status: .noContent, headers: headers)
    }

    static func dress(_ response: MockResponse, for request: RecordedRequest) -> MockResponse {
        var response = response
        if let callback = request.query("callback"), response.status != .internalServerError {
            wrap(&response, in: callback)
        }
        let exposed = response.headers
        response.headers = common(request)
        response.headers[.cacheControl] = "no-cache"
        response.headers["Pragma"] = "no-cache"
        response.headers[.expires] = "-1"
        response.headers["X-Content-Type-Options"] = "nosniff"
        for field in exposed { response.headers.append(field.name, field.value) }
        response.headers[.etag] = Validators.weakTag(of: response.body)
        response.isCompressible = true
        return response
    }

    private static func common(_ request: RecordedRequest) -> Headers {
        var headers: Headers = [
            "X-Powered-By": "Express", .vary: "Origin, Accept-Encoding",
            "Access-Control-Allow-Credentials": "true",
        ]
        if let origin = request.headers["Origin"] {
            headers["Access-Control-Allow-Origin"] = origin
        }
        return headers
    }

    /// JSON as a script's call; what cannot stand in a name is left out of it.
    private static func wrap(_ response: inout MockResponse, in callback: String) {
        let name = callback.unicodeScalars.filter { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "$", ".", "[", "]": true
            default: false
            }
        }
        guard !name.isEmpty else { return }
        let call = String(String.UnicodeScalarView(name))
        let json = String(decoding: response.body, as: UTF8.self)
            .split(separator: "\u{2028}", omittingEmptySubsequences: false)
            .joined(separator: "\\u2028")
            .split(separator: "\u{2029}", omittingEmptySubsequences: false)
            .joined(separator: "\\u2029")
        response.body = Array("/**/ typeof \(call) === 'function' && \(call)(\(json));".utf8)
        response.headers[.contentType] = "text/javascript; charset=utf-8"
    }
}
