#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ProxyConfiguration {
    /// The proxies of the environment, as most programs understand them; this machine is asked
    /// directly.
    ///
    /// Read are `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in lower case and then in
    /// upper case; but `HTTP_PROXY` only in lower case, since a web server sets the other one from
    /// what a stranger sends. A variable that is no address fails the calls that it is for.
    public static var environment: ProxyConfiguration {
        ProxyConfiguration { name in
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }
    }
}
