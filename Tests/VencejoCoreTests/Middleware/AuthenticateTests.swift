import Foundation
import TestSupport
import Testing
import VencejoCore
import VencejoHTTP

@Suite struct AuthenticateTests {
    struct BasicCase: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let user: String
        let password: String
        let authorization: String?
        let error: Bool?

        var testDescription: String { name }

        static let all: [BasicCase] = {
            let data = try? Conformance.data("http-auth/basic.json")
            return data.flatMap { try? JSONDecoder().decode([BasicCase].self, from: $0) } ?? []
        }()
    }

    @Test(.enabled(if: Conformance.isPresent, "conformance data absent"), arguments: BasicCase.all)
    func `user and password as RFC 7617 writes them`(_ example: BasicCase) {
        let value = BasicCredentials.authorization(user: example.user, password: example.password)
        #expect(value == example.authorization)
        #expect((value == nil) == (example.error ?? false))
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("ñ£", "w7HCow=="),
    ])
    func `base 64 as RFC 4648 shows it`(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let credential: Credential
        var headers: Headers = [:]
        var url = "https://example.com/a?x=1"
        var sent: Headers = [:]
        var sentURL: String?
    }

    static let cases = [
        Case(
            testDescription: "bearer",
            credential: .bearer("t"),
            sent: ["Authorization": "Bearer t"]
        ),
        Case(
            testDescription: "bearer provider",
            credential: .bearer { "fresh" },
            sent: ["Authorization": "Bearer fresh"]
        ),
        Case(
            testDescription: "basic",
            credential: .basic("Aladdin", "open sesame"),
            sent: ["Authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="]
        ),
        Case(
            testDescription: "key in a field",
            credential: .apiKey(header: "X-Api-Key", value: "k"),
            sent: ["X-Api-Key": "k"]
        ),
        Case(
            testDescription: "key in the query",
            credential: .apiKey(query: "key", value: "a&b"),
            sentURL: "https://example.com/a?x=1&key=a%26b"
        ),
        Case(
            testDescription: "the caller's own wins",
            credential: .bearer("t"),
            headers: ["authorization": "Own"],
            sent: ["authorization": "Own"]
        ),
        Case(
            testDescription: "the caller's own wins over basic",
            credential: .basic("a", "b"),
            headers: ["Authorization": "Own"],
            sent: ["Authorization": "Own"]
        ),
        Case(
            testDescription: "the caller's own parameter wins",
            credential: .apiKey(query: "x", value: "2")
        ),
        Case(testDescription: "other host", credential: .bearer("t"), url: "https://example.org/"),
        Case(
            testDescription: "other port",
            credential: .bearer("t"),
            url: "https://example.com:8443/"
        ),
        Case(testDescription: "other scheme", credential: .bearer("t"), url: "http://example.com/"),
        Case(
            testDescription: "the scheme's own port is the same origin",
            credential: .bearer("t"),
            url: "https://example.com:443/",
            sent: ["Authorization": "Bearer t"],
            sentURL: "https://example.com/"
        ),
        Case(
            testDescription: "other host, key in the query",
            credential: .apiKey(query: "key", value: "k"),
            url: "https://example.org/"
        ),
    ]

    @Test(arguments: cases)
    func `credentials go to their own origin only`(_ example: Case) async throws {
        var request = Request(.get, try uri(example.url), headers: example.headers)
        request.credentialOrigin = try uri("https://example.com/").origin
        let response = try await passing(request, through: Authenticate(example.credential))
        #expect(response.request.headers == example.sent)
        #expect(response.url.description == example.sentURL ?? example.url)
    }

    @Test(arguments: [
        Credential.basic("a:b", "c"), .basic("a", "\u{7}"), .bearer("a\r\nEvil: 1"),
    ])
    func `credentials that no field can carry are refused`(_ credential: Credential) async throws {
        var request = Request(.get, try uri("https://example.com/"))
        request.credentialOrigin = request.url.origin
        let kind = await kind { [request] () async throws(NetworkError) in
            try await passing(request, through: Authenticate(credential))
        }
        #expect(kind == .invalidRequest(.header("Authorization")))
    }

    @Test func `a provider's own error is not translated`() async throws {
        struct Locked: Error {}
        var request = Request(.get, try uri("https://example.com/"))
        request.credentialOrigin = request.url.origin
        let authenticate = Authenticate(.bearer { throw Locked() })
        do throws(NetworkError) {
            _ = try await passing(request, through: authenticate)
            Issue.record("no error")
        } catch {
            #expect(error.kind == .other && error.underlying is Locked)
        }
    }
}
