public import VencejoCore
public import VencejoHTTP
public import VencejoJSON

/// What a stub answers with.
///
///     .json(User.ada)
///     .status(422, json: ["code": "title.missing"])
///     .fail(.noConnection(.refused))
///     .sequence([.status(503), .json(User.ada)])
public struct StubAnswer: Sendable {
    enum Form: Sendable {
        case message(HTTPStatus, Headers, [UInt8])
        case failure(NetworkError.Kind)
        case hang
        case sequence([StubAnswer])
        case reply(@Sendable (Request) async throws -> StubAnswer)
    }

    let form: Form

    /// A value as JSON, with the status 200 unless another is given.
    public static func json(
        _ value: some Encodable & Sendable,
        status: HTTPStatus = 200,
        headers: Headers = [:]
    ) -> StubAnswer {
        reply { _ in
            message(status, headers, try JSON().encode(value), type: "application/json")
        }
    }

    /// A JSON value, so that a literal may mix types: `.json(["id": 1, "name": "Ada"])`.
    public static func json(
        _ value: JSONValue,
        status: HTTPStatus = 200,
        headers: Headers = [:]
    ) -> StubAnswer {
        message(status, headers, value.serializedBytes(), type: "application/json")
    }

    /// A status, with no body.
    public static func status(_ status: HTTPStatus, headers: Headers = [:]) -> StubAnswer {
        StubAnswer(form: .message(status, headers, []))
    }

    /// A status, with a JSON body.
    public static func status(
        _ status: HTTPStatus,
        json: JSONValue,
        headers: Headers = [:]
    ) -> StubAnswer {
        message(status, headers, Array("\(json)".utf8), type: "application/json")
    }

    /// A text, with the status 200 unless another is given.
    public static func text(
        _ text: String,
        type: String = "text/plain; charset=utf-8",
        status: HTTPStatus = 200,
        headers: Headers = [:]
    ) -> StubAnswer {
        message(status, headers, Array(text.utf8), type: type)
    }

    /// Bytes, with the status 200 unless another is given.
    public static func bytes(
        _ bytes: some Sequence<UInt8>,
        type: String = "application/octet-stream",
        status: HTTPStatus = 200,
        headers: Headers = [:]
    ) -> StubAnswer {
        message(status, headers, Array(bytes), type: type)
    }

    /// A redirect to another address.
    public static func redirect(_ status: HTTPStatus = 302, to location: String) -> StubAnswer {
        .status(status, headers: [.location: location])
    }

    /// A failure, as if no answer had come.
    public static func fail(_ kind: NetworkError.Kind) -> StubAnswer {
        StubAnswer(form: .failure(kind))
    }

    /// No answer at all, until the task is cancelled.
    public static let hang = StubAnswer(form: .hang)

    /// One answer after the other; the last one is repeated.
    public static func sequence(_ answers: [StubAnswer]) -> StubAnswer {
        StubAnswer(form: .sequence(answers))
    }

    /// What a closure makes of the request.
    public static func reply(
        _ answer: @escaping @Sendable (Request) async throws -> StubAnswer
    ) -> StubAnswer {
        StubAnswer(form: .reply(answer))
    }

    private static func message(
        _ status: HTTPStatus,
        _ headers: Headers,
        _ bytes: [UInt8],
        type: String
    ) -> StubAnswer {
        var headers = headers
        headers.setIfAbsent(.contentType, type)
        return StubAnswer(form: .message(status, headers, bytes))
    }
}
