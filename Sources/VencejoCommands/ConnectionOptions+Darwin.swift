#if canImport(Darwin)
import Vencejo
public import VencejoCore

extension ConnectionOptions {
    /// A client over the system's transport, which takes none of these options.
    public func client(_ configuration: ClientConfiguration) throws(NetworkError) -> APIClient {
        guard tls == TLSConfiguration(), proxy == nil, unixSocket == nil else {
            throw NetworkError(.unsupported("options of TLS, proxies and sockets need Linux"))
        }
        return APIClient(configuration: configuration)
    }
}
#endif
