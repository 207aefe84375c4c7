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
_ = (digest, signed)
