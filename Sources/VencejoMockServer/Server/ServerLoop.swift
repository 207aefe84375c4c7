/// Accepts connections and serves each in a task of its own.
final class ServerLoop: Sendable {
    let port: Int

    init(responder: Responder, options: MockServer.Options) throws {
        port = options.port
    }

    var openConnections: Int { 0 }
    var acceptedConnections: Int { 0 }

    func stop() async {}
}
