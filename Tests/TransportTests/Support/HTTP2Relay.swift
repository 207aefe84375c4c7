#if os(Linux)
import Foundation

/// Speaks HTTP/2 over TLS in front of any server of this process:
/// `https://p8080.vencejo.localhost` is `http://127.0.0.1:8080`.
///
/// One nginx, which ends with this process. It listens on a socket that is a file, to which a
/// detour leads: no port is to be found.
final class HTTP2Relay: Sendable {
    static let isPossible = Relay.tool("nginx") != nil && Relay.tool("openssl") != nil

    /// The one relay of this process.
    static let running = Task.detached { try HTTP2Relay() }

    /// The socket that it listens on.
    let path: String
    let authority: [UInt8]
    /// The relay ends when this is closed.
    private let leash: Pipe

    private init() throws {
        let relay = try Relay("http2")
        let path = relay.folder.appending(path: "socket").path
        try relay.write(Self.configuration, to: "nginx.conf")
        let nginx = Relay.tool("nginx")?.path ?? "nginx"
        let script =
            "'\(nginx)' -p . -c nginx.conf -e error.log &"
            + " until [ -S socket ]; do kill -0 $! || exit 1; sleep 0.01; done;"
            + " echo up; read end; kill -9 $!"
        let (leash, output) = try relay.start(URL(filePath: "/bin/sh"), ["-c", script])
        let word = try output.fileHandleForReading.read(upToCount: 2) ?? Data()
        guard word == Data("up".utf8) else { throw Relay.Failed(what: "nginx did not start") }
        self.path = path
        self.leash = leash
        authority = relay.authority
    }

    /// The address under which a server of this machine is reached.
    static func url(to server: Int) -> String { "https://p\(server).vencejo.localhost" }

    /// Everything is passed on as it comes, in both directions and whatever its size.
    private static let configuration = """
        daemon off;
        master_process off;
        pid nginx.pid;
        error_log /dev/null;
        events { worker_connections 8192; }
        http {
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            server {
                listen unix:socket ssl http2 backlog=1024;
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                server_name ~^p(?<target>[0-9]+)[.]vencejo[.]localhost$;
                http2_max_concurrent_streams 128;
                keepalive_requests 1000000;
                client_max_body_size 0;
                location / {
                    proxy_pass http://127.0.0.1:$target;
                    proxy_http_version 1.1;
                    proxy_set_header Host $http_host;
                    proxy_set_header Connection "";
                    proxy_buffering off;
                    proxy_buffer_size 64k;
                    proxy_buffers 8 64k;
                    proxy_busy_buffers_size 64k;
                    proxy_request_buffering off;
                    proxy_read_timeout 1h;
                    proxy_pass_header Server;
                    proxy_pass_header Date;
                }
            }
        }
        """
}
#endif
