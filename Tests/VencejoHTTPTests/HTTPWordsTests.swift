import Testing
import VencejoHTTP

@Suite struct HTTPWordsTests {
    @Test(
        arguments: [
            (.get, true, true), (.head, true, true), (.options, true, true), (.put, false, true),
            (.delete, false, true), (.post, false, false), (.patch, false, false),
            ("get", false, false),
        ] as [(HTTPMethod, Bool, Bool)]
    )
    func `Methods are safe, idempotent or neither`(
        method: HTTPMethod,
        isSafe: Bool,
        isIdempotent: Bool
    ) {
        #expect(method.isSafe == isSafe && method.isIdempotent == isIdempotent)
    }

    @Test(
        arguments: [
            ("GET", true), ("", false), ("GET ", false), ("G\r\nX", false), ("M-SEARCH", true),
            ("GÉT", false),
        ]
    )
    func `Trap: a method is a token`(text: String, isToken: Bool) {
        #expect(HTTPMethod(rawValue: text).isToken == isToken)
    }

    @Test func `A status knows its class and its words`() {
        #expect(HTTPStatus(204).isSuccess && HTTPStatus(204).hasNoContent)
        #expect(HTTPStatus(103).isInformational && HTTPStatus(308).isRedirection)
        #expect(HTTPStatus(404).isClientError && HTTPStatus(599).isServerError)
        #expect(HTTPStatus(404).description == "404 Not Found")
        #expect(HTTPStatus(799).description == "799" && !HTTPStatus(799).isServerError)
    }
}
