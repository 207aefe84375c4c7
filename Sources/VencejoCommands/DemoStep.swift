import Vencejo

/// One step of the demo: what is written, what it does, what a person reads.
struct DemoStep: Sendable {
    let title: String
    /// The call as written in Swift.
    let code: String
    /// Runs the call and gives the line that the lesson prints.
    let run: @Sendable (DemoWorld) async throws -> String
}

/// The embedded server, and clients of it whose traffic is noted.
struct DemoWorld: Sendable {
    let url: String
    let tap: WireTap
    let api: APIClient

    init(url: String, tap: WireTap) {
        self.url = url
        self.tap = tap
        api = APIClient(baseURL: url, pipeline: [.custom(tap)])
    }

    /// A client with a layer of its own; the tap stays innermost, nearest to the wire.
    func client(
        _ layers: Layer...,
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) -> APIClient {
        APIClient(
            baseURL: url,
            pipeline: Pipeline(layers + [.custom(tap)]),
            configure: configure
        )
    }
}

/// A step that did not go as the lessons say.
struct DemoSurprise: Error, CustomStringConvertible {
    let description: String
}

extension DemoStep {
    /// A step whose call must fail with a network error.
    static func failing(
        _ title: String,
        code: String,
        call: @escaping @Sendable (APIClient) async throws(NetworkError) -> Void,
        tell: @escaping @Sendable (NetworkError) -> String?
    ) -> DemoStep {
        DemoStep(title: title, code: code) { world in
            do throws(NetworkError) {
                try await call(world.api)
            } catch {
                guard let text = tell(error) else { throw error }
                return text
            }
            throw DemoSurprise(description: "the call was expected to fail")
        }
    }
}
