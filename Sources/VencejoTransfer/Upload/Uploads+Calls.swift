import VencejoConcurrency
public import VencejoCore
public import VencejoHTTP

extension APIClientProtocol {
    /// Sends a body and gives the answer, telling how far the body is.
    ///
    ///     try await api.upload(.multipart([.file("photo", path)]), to: "photos") { progress in
    ///         print(progress.fraction ?? 0)
    ///     }
    ///
    /// Files and forms are read while they are sent. What is told are the bytes that the connection
    /// has taken; it begins again where the body is sent again, by a retry or a redirect.
    ///
    /// - Parameters:
    ///   - body: What is sent.
    ///   - path: The path below the base URL, or a whole address.
    ///   - progress: Told how it goes; what comes while it is busy is passed over.
    @discardableResult
    @concurrent
    public nonisolated func upload(
        _ body: Body,
        to path: Path,
        method: HTTPMethod = .post,
        query: Query = [],
        headers: Headers = [:],
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) -> Response {
        let request = try makeRequest(method, path, query: query, body: body, headers: headers)
        return try await uploading(request, progress) { request throws(NetworkError) in
            try await performed(request)
        }
    }

    /// Sends a body and decodes the answer, telling how far the body is.
    @concurrent
    public nonisolated func upload<Value: Decodable & Sendable>(
        _ body: Body,
        to path: Path,
        method: HTTPMethod = .post,
        query: Query = [],
        headers: Headers = [:],
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) -> Value {
        let request = try makeRequest(method, path, query: query, body: body, headers: headers)
        return try await uploading(request, progress) { request throws(NetworkError) in
            try await decoded(request, configuration.bodyCoder)
        }
    }

    /// Sends an endpoint and decodes its output, telling how far its body is.
    @concurrent
    public nonisolated func upload<Target: Endpoint>(
        _ endpoint: Target,
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) -> Target.Output where Target.Output: Decodable {
        let coder = configuration.bodyCoder(of: endpoint)
        return try await uploading(try makeRequest(for: endpoint), progress) {
            request throws(NetworkError) in try await decoded(request, coder)
        }
    }

    /// Sends an endpoint whose answer says nothing but that it was done, telling how far its body is.
    @concurrent
    public nonisolated func upload<Target: Endpoint>(
        _ endpoint: Target,
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) where Target.Output == Void {
        _ = try await uploading(try makeRequest(for: endpoint), progress) {
            request throws(NetworkError) in try await performed(request)
        }
    }

    /// Sends an endpoint and gives the answer as it came, telling how far its body is.
    @discardableResult
    @concurrent
    public nonisolated func upload<Target: Endpoint>(
        _ endpoint: Target,
        progress: (@Sendable (TransferProgress) async -> Void)? = nil
    ) async throws(NetworkError) -> Response where Target.Output == Response {
        try await uploading(try makeRequest(for: endpoint), progress) {
            request throws(NetworkError) in try await performed(request)
        }
    }

    /// Begins an upload that can be watched and cancelled; see ``Transfer``.
    public nonisolated func beginUpload(
        _ body: Body,
        to path: Path,
        method: HTTPMethod = .post,
        query: Query = [],
        headers: Headers = [:]
    ) -> Upload {
        let meter = TransferMeter(time: configuration.context.time)
        return Upload(meter: meter) {
            await typed { () throws(NetworkError) in
                let request = try makeRequest(
                    method,
                    path,
                    query: query,
                    body: body,
                    headers: headers
                )
                return try await performed(request.metered(by: meter))
            }
        }
    }

    private nonisolated func uploading<Value: Sendable>(
        _ request: Request,
        _ progress: (@Sendable (TransferProgress) async -> Void)?,
        _ send: (Request) async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        guard let progress else { return try await send(request) }
        let meter = TransferMeter(time: request.context.time)
        return try await meter.telling(progress) { () throws(NetworkError) in
            try await send(request.metered(by: meter))
        }
    }
}

extension Request {
    /// The same request, whose body a meter counts.
    func metered(by meter: TransferMeter) -> Request {
        var request = self
        let tap = BodyTap(
            begin: { total in meter.begin(kept: 0, total: total) },
            pass: { count in meter.add(count) }
        )
        request.context.bodyTaps.append(tap)
        return request
    }
}
