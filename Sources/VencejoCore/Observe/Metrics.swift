import VencejoConcurrency
import VencejoHTTP

/// Counts calls and measures them.
///
///     metric                            what                                   unit
///     http.client.request.duration      histogram: a call, with all its waits  seconds
///     http.client.request.body.size     histogram: what was sent, if known     bytes
///     http.client.response.body.size    histogram: what came, if whole         bytes
///     vencejo.client.attempts           counter: requests sent, again or not
///     vencejo.client.events             counter: decisions, by `event`
///     vencejo.client.wait.duration      histogram: waits before a request      seconds
///
/// Labels: `http.request.method`, `server.address`, `server.port`, and at the end of a call
/// `http.response.status_code` or `error.type`. Addresses are never labels: there are too many.
public struct Metrics: Middleware {
    private let sink: any MetricsSink

    public init(_ sink: some MetricsSink) {
        self.sink = sink
    }

    public func intercept(
        _ request: Request,
        next: Next
    ) async throws(NetworkError) -> Response {
        if request.context.skips.contains(.metrics) { return try await next(request) }
        let labels = MetricLabels.of(request)
        let time = request.context.time
        let start = time.now
        let result = await typed { [sink] () throws(NetworkError) in
            try await next(Self.watched(request, sink, labels))
        }
        let seconds = (time.now - start).inSeconds
        sink.record("http.client.request.duration", seconds, labels + MetricLabels.end(result))
        if let count = request.body.count, count > 0 {
            sink.record("http.client.request.body.size", Double(count), labels)
        }
        if case .success(let response) = result, !response.body.isStream {
            let count = Double(response.body.count)
            sink.record("http.client.response.body.size", count, labels)
        }
        return try result.get()
    }

    /// The request with its observer, who is told as before.
    private static func watched(
        _ request: Request,
        _ sink: any MetricsSink,
        _ labels: [MetricLabel]
    ) -> Request {
        var request = request
        let observer = request.context.observer
        request.context.observer = { event in
            note(event.kind, sink, labels)
            observer?(event)
        }
        return request
    }

    private static func note(
        _ kind: CallEvent.Kind,
        _ sink: any MetricsSink,
        _ labels: [MetricLabel]
    ) {
        let event = { (name: String) in
            sink.count("vencejo.client.events", by: 1, labels + [MetricLabel("event", name)])
        }
        switch kind {
        case .attempt: sink.count("vencejo.client.attempts", by: 1, labels)
        case .waiting(let wait, let reason):
            let why = MetricLabel("reason", reason.name)
            sink.record("vencejo.client.wait.duration", wait.inSeconds, labels + [why])
        default: if let name = kind.name { event(name) }
        }
    }
}

/// What sets the series of a call apart.
enum MetricLabels {
    static func of(_ request: Request) -> [MetricLabel] {
        let origin = request.url.origin
        return [
            MetricLabel("http.request.method", request.method.rawValue),
            MetricLabel("server.address", origin.host),
            MetricLabel("server.port", String(origin.port)),
        ]
    }

    static func end(_ result: Result<Response, NetworkError>) -> [MetricLabel] {
        switch result {
        case .success(let response): status(response.status)
        case .failure(let error):
            if case .status(let status) = error.kind {
                Self.status(status)
            } else {
                [MetricLabel("error.type", error.kind.name)]
            }
        }
    }

    private static func status(_ status: HTTPStatus) -> [MetricLabel] {
        let label = MetricLabel("http.response.status_code", String(status.code))
        return status.code < 400 ? [label] : [label, MetricLabel("error.type", "\(status.code)")]
    }
}

extension NetworkError.Kind {
    /// One word for all failures of a kind.
    var name: String {
        switch self {
        case .invalidRequest: "invalid_request"
        case .insecureURL: "insecure_url"
        case .noConnection(.offline): "offline"
        case .noConnection: "no_connection"
        case .tls: "tls"
        case .proxy: "proxy"
        case .timedOut: "timed_out"
        case .cancelled: "cancelled"
        case .status(let status): String(status.code)
        case .decoding: "decoding"
        case .invalidResponse: "invalid_response"
        case .bodyTooLarge: "body_too_large"
        case .redirect: "redirect"
        case .circuitOpen: "circuit_open"
        case .overloaded: "overloaded"
        case .authenticationExpired: "authentication_expired"
        case .file: "file"
        case .digestMismatch: "digest_mismatch"
        case .unsupported: "unsupported"
        case .other: "other"
        }
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}

extension Layer {
    /// Counts calls and measures them, for a sink of one's own or a ``MetricsTable``.
    public static func metrics(_ sink: some MetricsSink) -> Layer {
        Layer(Metrics(sink))
    }
}
