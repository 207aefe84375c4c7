#if os(Linux)
import Vencejo
public import VencejoCore

extension ConnectionOptions {
    /// A client that connects so; what cannot be used is an error.
    public func client(_ configuration: ClientConfiguration) throws(NetworkError) -> APIClient {
        var engine = EngineConfiguration()
        engine.tls = tls
        if let proxy { engine.proxy = proxy }
        if let unixSocket { engine.detours = [Detour(ofAllTo: .unixSocket(unixSocket))] }
        let transport = try EngineTransport(checking: engine)
        return APIClient(configuration: configuration, transport: transport)
    }
}
#endif
