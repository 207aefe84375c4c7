import Vencejo
import VencejoCore
import VencejoHTTP
import VencejoJSON

/// `vencejo get URL …`: one request, and its answer for a person or a pipe.
struct SendCommand: Sendable {
    let arguments: SendArguments
    let terminal: Terminal
    /// Sends with the options given: the transport is chosen by the program.
    let client: @Sendable (SendArguments) throws -> APIClient

    func run() async -> Int32 {
        let request: Request
        let api: APIClient
        do {
            request = try makeRequest()
            api = try client(arguments)
            if arguments.connection.isInsecure {
                terminal.warn("--insecure: nobody knows who answers")
            }
        } catch {
            terminal.warn(UsageError.text(of: error))
            return ExitCode.usage
        }
        do throws(NetworkError) {
            let response = try await api.perform(request)
            show(response)
            if arguments.isCached {
                terminal.warn(CacheWords.source(of: response))
            }
            await api.close()
            let isUnasked = Self.isUnasked(response.status, request.headers)
            if isUnasked {
                terminal.warn("nobody asked for \(response.status), and no answer follows it")
            }
            return isUnasked ? ExitCode.transport : Self.exitCode(response.status)
        } catch {
            await api.close()
            terminal.warn(error.description)
            if case .invalidRequest = error.kind { return ExitCode.usage }
            return ExitCode.transport
        }
    }

    /// Whether an answer says that something else is the answer, which there is not: another
    /// protocol, or what only a request with conditions has at hand (RFC 9110 §15.4.5).
    static func isUnasked(_ status: HTTPStatus, _ headers: Headers) -> Bool {
        if status == 304 { return !headers.contains { $0.name.isCondition } }
        return status.code < 200
    }

    /// The code for an answer; a 304 that was asked for is what was wanted.
    static func exitCode(_ status: HTTPStatus) -> Int32 {
        switch status.code {
        case ..<200: ExitCode.transport
        case 304: ExitCode.success
        case 300..<400: ExitCode.redirection
        case 400..<500: ExitCode.clientError
        case 500...: ExitCode.serverError
        default: ExitCode.success
        }
    }

    /// The request that the items describe.
    func makeRequest() throws(UsageError) -> Request {
        var query: [String] = []
        var headers: Headers = [.accept: "application/json, */*;q=0.5"]
        var members: [(String, JSONValue)] = []
        for item in arguments.items {
            switch item {
            case .query(let key, let value):
                query.append(
                    PercentEncoding.queryComponent(key) + "="
                        + PercentEncoding.queryComponent(value)
                )
            case .header(let name, let value):
                if name.lowercased() == "accept" { headers.remove(.accept) }
                headers.append(HeaderName(name), value)
            case .field(let key, let value): members.append((key, .string(value)))
            case .json(let key, let value): members.append((key, value))
            }
        }
        if let own = arguments.url.query, !own.isEmpty { query.insert(own, at: 0) }
        let url = arguments.url.with(
            path: arguments.url.path,
            query: query.isEmpty ? arguments.url.query : query.joined(separator: "&")
        )
        var request = Request(arguments.method, url, headers: headers)
        request.authenticateByUserInfo()
        try setBody(members, of: &request)
        request.allowsInsecureHTTP = true
        request.timeouts.total = arguments.timeout
        return request
    }

    private func setBody(
        _ members: [(String, JSONValue)],
        of request: inout Request
    ) throws(UsageError) {
        if let raw = arguments.raw {
            guard members.isEmpty else {
                throw UsageError("--raw and key=value items exclude each other")
            }
            request.body = .bytes(Array(raw.utf8))
            request.headers.setIfAbsent(.contentType, "text/plain; charset=utf-8")
        } else if members.isEmpty {
            return
        } else if arguments.isForm {
            let pairs = members.map { key, value in
                PercentEncoding.formComponent(key) + "="
                    + PercentEncoding.formComponent(value.stringValue ?? value.serialized())
            }
            request.body = .bytes(Array(pairs.joined(separator: "&").utf8))
            request.headers.setIfAbsent(.contentType, "application/x-www-form-urlencoded")
        } else {
            request.body = .bytes(Array(JSONValue.object(JSONObject(members)).serialized().utf8))
            request.headers.setIfAbsent(.contentType, "application/json")
        }
    }
}

extension HeaderName {
    /// Whether a field asks for an answer only if something has changed (RFC 9110 §13.1).
    fileprivate var isCondition: Bool {
        ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]
            .contains(self)
    }
}
