// TLS, proxies and other ways to an origin.
import Vencejo

#if os(Linux)
// snippet.authorities
/// A client that trusts a company's authority beside the system's, and two keys only.
func companyClient(authority: [UInt8]) throws(NetworkError) -> APIClient {
    var configuration = EngineConfiguration()
    configuration.tls.authorities = .systemAnd(authority)
    configuration.tls.pins = [
        PublicKeyPins(
            "api.example.com",
            current: "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
            next: "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
        )
    ]
    configuration.tls.minimumVersion = .tls13
    return APIClient(
        baseURL: "https://api.example.com",
        transport: try EngineTransport(checking: configuration)
    )
}
// snippet.end

// snippet.identity
/// A client that shows a certificate when the server asks for one.
func knownClient(certificate: [UInt8], key: [UInt8]) throws(NetworkError) -> APIClient {
    var configuration = EngineConfiguration()
    configuration.tls.identity = .pem(certificates: certificate, key: key)
    return APIClient(
        baseURL: "https://api.example.com",
        transport: try EngineTransport(checking: configuration)
    )
}
// snippet.end

// snippet.proxy
/// A client that goes out by one proxy, but not to the hosts of the house.
func clientBehindProxy() throws(NetworkError) -> APIClient {
    var configuration = EngineConfiguration()
    guard let proxy = Proxy("http://user:secret@proxy.example.com:3128") else {
        throw NetworkError(.invalidRequest(.url("proxy")))
    }
    configuration.proxy = ProxyConfiguration(all: proxy, except: [".example.com", "10.0.0.0/8"])
    return APIClient(
        baseURL: "https://api.example.org",
        transport: try EngineTransport(checking: configuration)
    )
}
// snippet.end

// snippet.detour
let docker = APIClient(
    baseURL: "http://docker.localhost",
    transport: .engine { configuration in
        configuration.detours = [
            Detour(of: "docker.localhost", to: .unixSocket("/var/run/docker.sock")),
            Detour(of: "api.example.com", to: .host("127.0.0.1", port: 8_443)),
        ]
    }
)
// snippet.end
await docker.close()

// snippet.reasons
/// What a person can do about a connection that is not safe.
func advice(_ error: NetworkError) -> String? {
    switch error.kind {
    case .tls(.expired), .tls(.notYetValid): "Look at the clock of this machine."
    case .tls(.pinMismatch(let host, let seen)): "\(host) has other keys: \(seen)"
    case .tls(.clientCertificateRequired): "The server wants to know who you are."
    case .proxy(let failure): failure.description
    default: nil
    }
}
// snippet.end
#endif
