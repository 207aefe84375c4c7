import Testing
import VencejoCore
import VencejoHTTP

struct SecretDescriptionTests {
    private func shown(_ value: Any) -> String {
        var text = "\(value) \(String(reflecting: value))"
        dump(value, to: &text)
        return text
    }

    @Test func `printing a pipeline or what signs a person in shows no secret`() throws {
        let pipeline: Pipeline = [
            .authenticate(.basic("ada", "S3CRET")), .authenticate(.digest("ada", "S3CRET")),
            .authenticate(.bearer("S3CRET")),
            .authenticate(.apiKey(header: "X-Key", value: "S3CRET")),
            .authenticate(.apiKey(query: "key", value: "S3CRET")),
            .custom(AWSSignature(keyID: "id", secret: "S3CRET", region: "r", service: "s")),
        ]
        #expect(!shown(pipeline).contains("S3CRET"))
        let endpoint = try #require(URI("https://auth.example.com/token"))
        let configuration = OAuthConfiguration(
            clientID: "app",
            clientSecret: "S3CRET",
            tokenEndpoint: endpoint
        )
        #expect(!shown(configuration).contains("S3CRET"))
        let verifier = "S3CRET" + String(repeating: "a", count: 40)
        #expect(!shown(try #require(PKCE(verifier: verifier))).contains("S3CRET"))
    }
}
