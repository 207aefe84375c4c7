#if os(Linux)
import Testing
import VencejoCore
import VencejoEngine

/// Every number that the TLS library can give, with the kind that was decided for it.
struct `What the TLS library says` {
    private typealias Failure = NetworkError.TLSFailure

    private static let certificates: [Int: Failure] = [
        10: .expired, 9: .notYetValid, 62: .wrongHost, 64: .wrongHost, 23: .revoked,
        2: .unknownAuthority, 18: .unknownAuthority, 19: .unknownAuthority, 20: .unknownAuthority,
        21: .unknownAuthority, 27: .unknownAuthority,
        28: .unknownAuthority, 79: .unknownAuthority,
    ]

    @Test func `every verdict on a certificate has its kind`() {
        #expect(TLSVerdict.certificate(0) == nil)
        var count = 0
        for code in 1...200 {
            let text = TLSVerdict.certificateText(code)
            if text.contains("unknown certificate verification error") { continue }
            count += 1
            let expected = Self.certificates[code] ?? .certificate(text)
            #expect(TLSVerdict.certificate(code) == expected, "\(code) \(text)")
        }
        // OpenSSL 3.0 knows 90 and some; one that is missing here would have been skipped.
        #expect(count >= 85)
    }

    private static let nobodyAsked = TLSVerdict.ClientCertificate(wasAsked: false, isThere: false)
    private static let missing = TLSVerdict.ClientCertificate(wasAsked: true, isThere: false)
    private static let shown = TLSVerdict.ClientCertificate(wasAsked: true, isThere: true)

    @Test func `every alert has its kind, with and without a client's certificate`() {
        let mismatches: Set = [70, 71, 86, 120]
        let aboutCertificates: Set = [42, 43, 44, 45, 46, 48, 49]
        for number in 0...255 {
            let plain: Failure =
                if mismatches.contains(number) {
                    .protocolMismatch
                } else if number == 41 || number == 116 {
                    .clientCertificateRequired
                } else {
                    .handshake("text")
                }
            let isAbout = aboutCertificates.contains(number)
            let without: Failure = isAbout || number == 40 ? .clientCertificateRequired : plain
            let with: Failure = isAbout ? .clientCertificateRefused("text") : plain
            #expect(TLSVerdict.alert(number, Self.nobodyAsked, text: "text") == plain)
            #expect(TLSVerdict.alert(number, Self.missing, text: "text") == without)
            #expect(TLSVerdict.alert(number, Self.shown, text: "text") == with)
            // The library counts the alerts of the other side from 1000 on.
            guard number > 0 else { continue }
            #expect(TLSVerdict.reason(1_000 + number, Self.shown, text: "text") == with)
        }
    }

    @Test func `every complaint of the library has its kind`() {
        // From <openssl/sslerr.h>: versions and protocols that do not fit, and an early end.
        let mismatches: Set = [116, 156, 166, 191, 252, 254, 258, 261, 266, 267, 396]
        for number in 0...1_000 {
            let expected: Failure =
                if number == 294 {
                    .cut
                } else if mismatches.contains(number) {
                    .protocolMismatch
                } else {
                    .handshake("text")
                }
            #expect(
                TLSVerdict.reason(number, Self.nobodyAsked, text: "text") == expected,
                "\(number)"
            )
        }
    }

    @Test func `every result of a step has its consequence`() {
        let steps = (0...12).map { TLSVerdict.step($0) }
        #expect(steps[0] == .done)
        #expect(steps[1] == .fail)
        #expect(steps[2] == .read)
        #expect(steps[3] == .write)
        #expect(steps[5] == .fail)
        #expect(steps[6] == .end)
        for code in [4, 7, 8, 9, 10, 11, 12, 13, -1] {
            guard case .impossible = TLSVerdict.step(code) else {
                Issue.record("\(code)")
                return
            }
        }
    }
}
#endif
