import Testing
import VencejoDigest

struct HashTests {
    /// The examples of FIPS 180-4, RFC 1321 and RFC 4231.
    @Test(arguments: [
        (HashAlgorithm.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (.sha512Short, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    ]) func `a hash is that of the standard`(algorithm: HashAlgorithm, hex: String) {
        #expect(Hash.hex(algorithm, of: "abc") == hex)
    }

    @Test func `bytes may come one after another`() throws {
        let running = try #require(RunningHash(.sha512))
        for byte in "abc".utf8 { running.update([byte]) }
        #expect(running.finish() == Hash.digest(.sha512, of: Array("abc".utf8)))
        #expect(Hash.digest(.sha512, of: [])?.count == 64)
    }

    @Test func `a keyed hash is that of RFC 4231`() throws {
        let hash = try #require(
            Hash.hmac(
                .sha256,
                key: Array("Jefe".utf8),
                of: Array("what do ya want for nothing?".utf8)
            )
        )
        #expect(
            Hash.hex(hash) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
    }
}
