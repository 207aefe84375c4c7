import Testing
import VencejoCore
import VencejoHTTP

struct AWSSignatureTests {
    private let signer = AWSSignature(
        keyID: "AKIDEXAMPLE",
        secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
        service: "service"
    )

    /// Published test vectors of the signature, at 2015-08-30 12:36:00 UTC.
    @Test(arguments: [
        ("/", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        (
            "/?Param2=value2&Param1=value1",
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
        ),
    ]) func `a signature is the published one`(target: String, signature: String) throws {
        let url = try #require(URI("https://example.amazonaws.com" + target))
        let signed = try #require(signer.signed(Request(.get, url), at: 1_440_938_160))
        #expect(signed.headers["X-Amz-Date"] == "20150830T123600Z")
        #expect(
            signed.headers[.authorization] == """
                AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, \
                SignedHeaders=host;x-amz-date, Signature=\(signature)
                """
        )
    }

    @Test func `another origin is sent no signature`() async throws {
        let transport = AnswerTransport(200)
        let api = client(transport, pipeline: [.custom(signer)])
        _ = try await api.get("https://other.example.com/") as Response
        _ = try await api.get("x") as Response
        let sent = transport.requests.map { $0.headers.contains(.authorization) }
        #expect(sent == [false, true])
    }
}
