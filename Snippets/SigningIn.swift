// Credentials that last.
import Vencejo

func signIn(tokenURL: URI, transport: some Transport) async throws {
    // snippet.oauth
    var configuration = OAuthConfiguration(clientID: "app", tokenEndpoint: tokenURL)
    configuration.authorizationEndpoint = URI("https://auth.example.com/authorize")
    let oauth = OAuthClient(configuration, transport: transport)
    let store = FileTokenStore(path: "token.json")  // the keychain on Apple platforms

    let request = try oauth.authorizationRequest(redirectURI: "app://signed-in")
    // Open request.url in a browser; it comes back to the redirect address.
    if let callback = URI("https://app.example.com/?code=…&state=…") {
        try await store.save(try await oauth.token(from: callback, for: request))
    }

    let api = APIClient(
        baseURL: "https://api.example.com",
        pipeline: [.authenticate(.bearer(oauth.tokens(in: store)))]
    )
    // snippet.end
    _ = api
}

// snippet.need
struct Prices: Endpoint {
    typealias Output = [Double]
    var path: Path { "prices" }
    var authentication: AuthenticationNeed { .none }  // never carries a credential
}
// snippet.end

// snippet.others
let digest: Layer = .authenticate(.digest("ada", "secret"))
let signed: Layer = .custom(
    AWSSignature(keyID: "id", secret: "secret", region: "eu-west-1", service: "execute-api")
)
// snippet.end

// snippet.signing
/// Signs method, address, time and body with a secret that both sides know (HMAC, RFC 2104).
struct Signed: Middleware {
    let keyID: String
    /// The code of some bytes in hexadecimal digits, by CryptoKit's or swift-crypto's `HMAC<SHA256>`.
    let code: @Sendable ([UInt8]) -> String

    func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
        // A file or a stream is not known before it is sent.
        guard let body = request.body.isNone ? [] : request.body.bytes else {
            throw NetworkError(.unsupported("A stream cannot be signed"), request: request)
        }
        let moment = request.context.time.secondsSince1970
        let target = request.url.path + (request.url.query.map { "?" + $0 } ?? "")
        let head = "\(request.method)\n\(request.url.origin)\n\(target)\n\(moment)\n"
        var request = request
        request.headers["X-Key"] = keyID
        request.headers["X-Timestamp"] = "\(moment)"
        request.headers["X-Signature"] = code(Array(head.utf8) + body)
        return try await next(request)
    }
}

// For each request that leaves, whether a retry or a redirect sends it, there is a new signature.
func signing(_ code: @escaping @Sendable ([UInt8]) -> String) -> APIClient {
    APIClient(
        baseURL: "https://api.example.com/v1",
        pipeline: [.retry(), Layer(Signed(keyID: "id", code: code), perHop: true)]
    )
}
// snippet.end
_ = (digest, signed)
