import Testing
import VencejoCore

struct `Choices about TLS` {
    @Test func `each is named that is not as usual, so that none is passed over`() {
        var tls = TLSConfiguration()
        #expect(tls.choices.isEmpty)
        tls.authorities = .only([1])
        tls.pins = [PublicKeyPins("a.example", current: "x", next: "y")]
        tls.identity = .pkcs12([1], password: "secret")
        tls.minimumVersion = .tls13
        tls.verification = .dangerouslySkipped
        tls.resumesSessions = false
        // One for each stored property: a new one has to be named too.
        #expect(tls.choices.count == Mirror(reflecting: tls).children.count)
        var dumped = ""
        dump(tls, to: &dumped)
        #expect(!dumped.contains("secret"))
    }

    @Test(arguments: [
        ("a.example", "a.example"), ("x.a.example", "a.example"), ("x.b.a.example", "b.a.example"),
        ("b.a.example.", "b.a.example"), ("nota.example", nil), ("example", nil),
    ])
    func `the longest name that fits has the pins`(host: String, expected: String?) {
        let pins = ["a.example", "B.A.example."].map { PublicKeyPins($0, current: "", next: "") }
        #expect(pins.pins(for: host)?.host == expected)
    }
}
