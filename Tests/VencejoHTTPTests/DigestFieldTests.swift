import Testing
import VencejoHTTP

@Suite struct DigestFieldTests {
    @Test func `digests are read by algorithm`() {
        let headers: Headers = [
            "Repr-Digest": "sha-256=:AQID:, sha-512=:BAU=:",
            "Content-Digest": "sha-256=:BgcI:",
        ]
        #expect(
            DigestField.representation(headers).digests == [
                "sha-256": [1, 2, 3], "sha-512": [4, 5],
            ]
        )
        #expect(DigestField.content(headers).digests == ["sha-256": [6, 7, 8]])
    }

    @Test func `the older field counts where the newer is silent`() {
        let headers: Headers = [
            "Digest": "SHA-256=AQID, md5 = BAU=", "Repr-Digest": "sha-256=:CQk=:",
        ]
        let digests = DigestField.representation(headers).digests
        #expect(digests == ["sha-256": [9, 9], "md5": [4, 5]])
    }

    @Test(arguments: ["sha-256", "sha-256=AQID", "sha-256=\"AQID\"", "sha-256=:A:", "=:AQID:"])
    func `a broken field has none`(text: String) {
        #expect(DigestField(structured: [text]).digests.isEmpty)
    }

    @Test(arguments: ["sha-256", "=AQID", "sha-256=!", ",,"])
    func `what cannot be read of the older field is left out`(text: String) {
        #expect(DigestField(legacy: [text]).digests.isEmpty)
    }
}
