import TestSupport
import Testing
import VencejoHTTP

@Suite struct AuthenticationChallengeTests {
    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: Case.all("http-auth/challenges.json")
    )
    func `Challenges are told from the parameters between them`(sample: Case) {
        let expected = sample.cases("challenges").map {
            AuthenticationChallenge(
                scheme: $0.text("scheme") ?? "",
                token68: $0.text("token68"),
                parameters: $0["parameters"] as? [String: String] ?? [:]
            )
        }
        #expect(AuthenticationChallenge.parse(sample.texts("values")) == expected)
    }

    @Test(
        arguments: [
            ("Basic realm=\"a\", , Digest realm=b", ["basic", "digest"]),
            ("Negotiate, NTLM", ["negotiate", "ntlm"]),
            ("Basic realm=\"open", ["basic"]),
            ("Basic realm=\"a\" junk \"x,y\", Bearer", ["basic", "bearer"]),
            ("realm=\"orphan\", Basic", ["basic"]),
            ("@?, Basic", ["basic"]), ("", []), (",,", []),
        ]
    )
    func `What cannot be read is passed over`(text: String, schemes: [String]) {
        #expect(AuthenticationChallenge.parse([text]).map(\.scheme) == schemes)
    }

    @Test func `The first of equal names counts and lines do not mix`() {
        let found = AuthenticationChallenge.parse(["Basic realm=a, Realm=b", "charset=utf-8"])
        #expect(found.map(\.parameters) == [["realm": "a"]] && found.first?.realm == "a")
    }
}
