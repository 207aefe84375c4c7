import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoJSON

/// A transport that answers by a function and remembers what was asked.
final class AnswerTransport: Transport {
    private let answer: @Sendable (Request) async throws(NetworkError) -> Response
    private let seen = Locked<[Request]>([])

    var requests: [Request] { seen.withLock { $0 } }

    init(_ answer: @escaping @Sendable (Request) async throws(NetworkError) -> Response) {
        self.answer = answer
    }

    convenience init(
        _ status: HTTPStatus = 200,
        headers: Headers = ["Content-Type": "application/json"],
        _ text: String = ""
    ) {
        self.init(status, headers: headers, bytes: Array(text.utf8))
    }

    convenience init(_ status: HTTPStatus = 200, headers: Headers = [:], bytes: [UInt8]) {
        self.init { request throws(NetworkError) in
            Response(
                status: status,
                headers: headers,
                body: ResponseBody(bytes),
                request: request
            )
        }
    }

    func send(_ request: Request) async throws(NetworkError) -> Response {
        seen.withLock { $0.append(request) }
        return try await answer(request)
    }
}

/// A client of `https://api.example.com/v1` on a transport.
func client(
    _ transport: AnswerTransport,
    pipeline: Pipeline = [],
    configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
) -> APIClient {
    APIClient(
        baseURL: "https://api.example.com/v1",
        pipeline: pipeline,
        transport: transport,
        configure: configure
    )
}

/// The error that a call ends in.
func failure<Value>(
    _ call: () async throws(NetworkError) -> Value
) async -> NetworkError? {
    do throws(NetworkError) {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}

struct User: Codable, Sendable, Hashable {
    let id: Int
    let name: String
}
