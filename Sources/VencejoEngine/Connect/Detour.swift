#if os(Linux)
/// A place to connect to instead of the one that an address names.
///
///     configuration.detours = [
///         Detour(of: "api.example.com", to: .host("127.0.0.1", port: 8443)),
///         Detour(of: "docker.localhost", to: .unixSocket("/var/run/docker.sock")),
///     ]
///
/// Only the connection goes elsewhere: `Host`, the name that TLS asks for and the name that the
/// certificate must have stay those of the address. No proxy is used on a detour.
public struct Detour: Sendable, Hashable {
    /// Where connections go.
    public enum Destination: Sendable, Hashable {
        /// A name or an address; without a port the address's own.
        case host(String, port: Int? = nil)
        /// The path of a Unix-domain socket, or its name after `@` in the abstract namespace.
        case unixSocket(String)
    }

    /// The host that is meant; `nil` means all.
    public let host: String?
    /// The port that is meant; `nil` means all.
    public let port: Int?
    public let destination: Destination

    /// A detour for a host, as `curl --connect-to` and `--resolve` know it.
    public init(of host: String, port: Int? = nil, to destination: Destination) {
        self.host = host.lowercased()
        self.port = port
        self.destination = destination
    }

    /// A detour for every call, as `curl --unix-socket` knows it.
    public init(ofAllTo destination: Destination) {
        host = nil
        port = nil
        self.destination = destination
    }

    func means(_ host: String, _ port: Int) -> Bool {
        (self.host == nil || self.host == host) && (self.port == nil || self.port == port)
    }
}
#endif
