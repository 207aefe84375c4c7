#if os(Linux)
import Testing
import Vencejo
import VencejoCommands
import VencejoSockets

/// `vencejo serve` asked by other programs, and `vencejo get` asking other servers.
///
/// One after the other: a child holds the output of those that were started while it was.
@Suite(.serialized) struct InteropTests {
    /// Runs `vencejo serve` on a port that the system chooses, and gives its address.
    private func serving(_ body: (String) async throws -> Void) async throws {
        let (output, said) = AsyncStream<String>.makeStream()
        let (untilStopped, stop) = AsyncStream<Void>.makeStream()
        let terminal = Terminal(
            isColoured: false,
            isInteractive: false,
            write: { said.yield($0) },
            writeBytes: { _ in },
            complain: { said.yield($0) }
        )
        let system = Program.System(
            readFile: { _ in [] },
            untilInterrupted: { for await _ in untilStopped {} },
            client: { _ in APIClient(baseURL: "") }
        )
        let server = Task {
            defer { said.finish() }
            return await Program(terminal: terminal, system: system).run(["serve", "--port", "0"])
        }
        var text = ""
        var address: String?
        for await piece in output {
            text += piece
            address = text.firstMatch(of: /at (http:\S+)\n/).map { String($0.1) }
            if address != nil { break }
        }
        do {
            try await body(try #require(address, "\(text)"))
        } catch {
            stop.finish()
            throw error
        }
        stop.finish()
        #expect(await server.value == ExitCode.success)
    }

    private func ask(_ tool: String, _ arguments: String...) async throws -> String {
        let outcome = try await Peer(tool, arguments).outcome()
        #expect(outcome.status == 0, "\(outcome.text)")
        return outcome.text
    }

    @Test(.enabled(if: Peer.isInstalled("curl"), "curl is absent"))
    func `curl reads, writes and looks at what is served`() async throws {
        try await serving { url in
            let user = try await ask("curl", "-sS", "\(url)/users/1")
            #expect(user.contains(#""id": 1"#))
            let both = try await ask(
                "curl",
                "-sS",
                "-w",
                "\n%{http_code} %{num_connects}",
                "\(url)/users/1",
                "\(url)/users/2"
            )
            #expect(both.contains("200 1") && both.contains("200 0"))
            let made = try await ask(
                "curl",
                "-sS",
                "-i",
                "--json",
                #"{"title":"Hola"}"#,
                "\(url)/posts"
            )
            #expect(made.contains("201 Created") && made.contains(#""id": 101"#))
            let head = try await ask("curl", "-sS", "-I", "--compressed", "\(url)/posts")
            #expect(head.contains("200 OK"))
            let none = try await ask("curl", "-sS", "-w", "%{http_code}", "\(url)/users/99")
            #expect(none.hasSuffix("404"))
        }
    }

    @Test(.enabled(if: Peer.isInstalled("wget"), "wget is absent"))
    func `wget reads what is served`() async throws {
        try await serving { url in
            let users = try await ask("wget", "-qO-", "\(url)/users")
            #expect(users.contains(#""id": 10"#))
            let made = try await ask("wget", "-qO-", "--post-data", "title=Hola", "\(url)/posts")
            #expect(made.contains(#""title": "Hola""#))
        }
    }

    @Test(.enabled(if: PeerPython.having("httpx") != nil, "Python's httpx is absent"))
    func `Python's httpx reads and writes on one connection`() async throws {
        let python = try #require(PeerPython.having("httpx"))
        let script = """
            import sys, httpx
            with httpx.Client(base_url=sys.argv[1]) as client:
                print(client.get("/users/1").json()["id"])
                answer = client.post("/posts", json={"title": "Hola"})
                print(answer.status_code, answer.json()["id"])
                print(client.patch("/posts/1", json={"title": "x"}).json()["title"])
                print(client.delete("/posts/1").status_code, client.get("/posts/0").status_code)
                print(len(client.get("/posts", params={"_limit": 5}).json()))
            """
        try await serving { url in
            let text = try await ask(python, "-c", script, url)
            #expect(text == "1\n201 101\nx\n200 404\n5")
        }
    }

    @Test(.enabled(if: Peer.isInstalled("python3"), "python3 is absent"))
    func `vencejo get reads from Python's server`() async throws {
        let peer = try Peer(
            "python3",
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"],
            files: ["bird.json": #"{"name":"vencejo"}"#]
        )
        let port = try #require(
            await peer.first { $0.firstMatch(of: /port (\d+)/).map { String($0.1) } }
        )
        let found = await run("get", "http://127.0.0.1:\(port)/bird.json")
        #expect(found.code == ExitCode.success && found.text.contains(#""vencejo""#), "\(found)")
        let missing = await run("get", "http://127.0.0.1:\(port)/none")
        #expect(missing.code == ExitCode.clientError)
        let refused = await run("post", "http://127.0.0.1:\(port)/bird.json", "a=b")
        #expect(refused.code == ExitCode.serverError)
    }

    @Test(.enabled(if: Peer.isInstalled("nginx"), "nginx is absent"))
    func `vencejo get reads from nginx, packed and not`() async throws {
        let (peer, port) = try await nginx()
        let url = "http://127.0.0.1:\(port)"
        let found = await run("get", url + "/bird.json")
        #expect(found.code == ExitCode.success && found.text.contains(#""vencejo""#), "\(found)")
        let followed = await run("get", url + "/old")
        #expect(followed.code == ExitCode.success && followed.text.contains(#""vencejo""#))
        let missing = await run("get", url + "/none")
        #expect(missing.code == ExitCode.clientError)
        withExtendedLifetime(peer) {}
    }

    /// nginx on a port that was free a moment ago; another one where somebody was faster.
    func nginx(
        files: [String: String] = ["bird.json": Self.bird],
        _ places: String = Self.places,
        listening how: String = ""
    ) async throws -> (Peer, Int) {
        for _ in 0..<5 {
            let port = try Self.freePort()
            let peer = try Peer(
                "nginx",
                ["-p", "{folder}", "-c", "{folder}/nginx.conf", "-e", "stderr"],
                files: files.merging(
                    ["nginx.conf": Self.configuration(port, how, places)],
                    uniquingKeysWith: { $1 }
                )
            )
            let isReady = await peer.first { line in
                line.contains("event method") ? true : nil
            }
            if isReady == true { return (peer, port) }
        }
        throw NetworkError(.noConnection(.other("nginx found no port")))
    }

    private static func freePort() throws -> Int {
        let poller = try Poller()
        let address = try #require(SocketAddress(literal: "127.0.0.1", port: 0))
        let listener = try Listener(address, poller: poller)
        defer {
            listener.interrupt()
            poller.stop()
        }
        return listener.address.port
    }

    private static let bird =
        #"{"name":"vencejo","song":""# + String(repeating: "sri ", count: 500) + #""}"#

    private static let places = """
        location / { root .; }
        location = /old { return 302 /bird.json; }
        """

    private static func configuration(_ port: Int, _ how: String, _ places: String) -> String {
        """
        daemon off;
        master_process off;
        user root;
        pid nginx.pid;
        error_log stderr notice;
        events {}
        http {
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            types { application/json json; }
            gzip on;
            gzip_types application/json;
            server {
                listen 127.0.0.1:\(port) \(how);
                \(places)
            }
        }
        """
    }
}
#endif
