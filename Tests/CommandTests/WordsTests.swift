import Testing
import VencejoCommands
import VencejoHTTP
import VencejoMockServer

/// What the program says of the words of a command line and of a server.
@Suite struct `Words of others` {
    @Test(arguments: [
        ["get", "https://ada:SECRET@ho st/"], ["get", "https://ada:SEC#SECRET@host/"],
        ["get", "ada:SECRET@host:x"], ["get", "https://ada:SEC/SECRET@host:x/"],
        ["get", "ftp://ada:SECRET@host/"], ["get", "ftp://host/?token=SECRET"],
        ["get", ":1/", "password:=SECRET"], ["get", ":1/", "n:=SECRET"],
        ["get", ":1/", "password:={\"a\": SECRET"], ["get", ":1/", "--token=SECRET"],
        ["get", ":1/", "eyJhbGciOiJIUzI1NiJ9SECRET"], ["https://ada:SECRET@host/"],
        ["serve", "--key=SECRET"], ["cache", "ls", "--key=SECRET"], ["demo", "--key=SECRET"],
        ["cache", "show", "https://ada:SECRET@ho st/"], ["serve", "a", "//ada:SECRET@host"],
        ["get", ":1/", "--proxy", "http://ada:SECRET@ho st"],
    ])
    func `are repeated without their secrets`(arguments: [String]) async {
        let outcome = await run(list: arguments)
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.errors.hasPrefix("vencejo: ") && !outcome.errors.contains("SECRET"))
    }

    @Test(arguments: [
        ["get", "-X", ":1/"], ["get", ":1/", "-X"], ["get", ":1/", "-Host:a"],
        ["get", ":1/", "Host: a b"], ["post", ":1/", "-d", "x=1"], ["cache", "ls", "-l"],
    ])
    func `that are no option and no item are wrong usage`(arguments: [String]) async {
        let outcome = await run(list: arguments)
        #expect(outcome.code == ExitCode.usage)
        #expect(outcome.text.isEmpty)
    }

    static let steering = [
        "\u{1B}[2J", "\u{9B}31m", "\u{7}", "\u{202E}", "\u{2066}", "\u{61C}", "\u{200B}",
        "\u{FEFF}", "\u{E0041}", "\u{2028}", "\u{FFF9}", "\u{2062}", "\u{180E}",
    ]

    @Test(arguments: steering)
    func `cannot steer a terminal`(text: String) async throws {
        let scalar = try #require(text.unicodeScalars.first)
        let lines = [
            [text], ["get", "http://" + text], ["get", ":1/", text], ["get", ":1/", "a\(text):={"],
            ["get", ":1/", "--\(text)"], ["demo", text], ["serve", "a", text], ["serve", text],
            ["serve", "--\(text)"], ["serve", "--host", text], ["cache", text],
            ["cache", "ls", "--\(text)"], ["cache", "ls", "--file", "/nowhere/" + text],
            ["get", ":1/", "--cacert", text], ["get", ":1/", "a\(text):b"],
        ]
        for line in lines {
            let outcome = await run(list: line)
            #expect(outcome.code != ExitCode.success)
            let all = (outcome.errors + outcome.text).unicodeScalars
            #expect(!all.contains(scalar), "\(line)")
        }
    }

    @Test(arguments: steering.filter { !$0.hasPrefix("\u{7}") && !$0.hasPrefix("\u{1B}") })
    func `of a server cannot steer one either, and a pipe gets them as they are`(
        text: String
    ) async throws {
        let scalar = try #require(text.unicodeScalars.first)
        let server = try await MockServer()
        server.on(.get, "a", respond: .text("{\"k\(text)\": \"v\(text)\"}").header("X-A", text))
        server.on(.get, "b", respond: .text("no json \(text)"))
        for path in ["/a", "/b"] {
            let outcome = await run("get", server.url + path, "-v", isInteractive: true)
            #expect(outcome.code == ExitCode.success)
            #expect(!outcome.text.unicodeScalars.contains(scalar))
            #expect(outcome.text.contains("\\u{"))
        }
        let piped = await run("get", server.url + "/b")
        #expect(piped.text == "no json \(text)")
        await server.stop()
    }

    @Test func `that people write are left alone`() async {
        // Joiners belong to scripts and emoji.
        for word in ["ñandú", "👩‍👩‍👧", "می‌خواهم", "שלום"] {
            let outcome = await run("get", ":1/", word)
            #expect(outcome.errors.contains("'\(word)'"))
        }
    }

    @Test func `that are long are cut`() async throws {
        let server = try await MockServer()
        let long = String(repeating: "a", count: 8_000)
        server.on(.get, "*") { request in
            let count = Int(request.query("n") ?? "") ?? 0
            return .redirect(302, to: "/\(long)?n=\(count + 1)")
        }
        for options in [[], ["-v"]] {
            let outcome = await run(list: ["get", server.url + "/"] + options)
            #expect(outcome.code == ExitCode.transport)
            #expect(outcome.errors.contains("more than 20") && outcome.errors.count < 1_600)
        }
        server.on(.get, "*") { request in
            request.query("n") == "3" ? .text("end") : .redirect(302, to: "/\(long)?n=3")
        }
        let outcome = await run("get", server.url + "/", "-v")
        #expect(outcome.text.split(separator: "\n").first?.count ?? .max < 400)
        #expect(await run("get", "x://" + long).errors.count < 400)
        await server.stop()
    }

    @Test func `the body of a request loses its secrets where it is shown`() async throws {
        let server = try await MockServer()
        server.on(.post, "a", respond: .text("x"))
        for options in [[], ["--form"]] {
            let outcome = await run(
                list: ["post", server.url + "/a", "password=SECRET", "name=ada", "-v"] + options
            )
            #expect(outcome.code == ExitCode.success)
            #expect(outcome.text.contains("ada") && outcome.text.contains("‹redacted›"))
            #expect(!outcome.text.contains("SECRET"))
        }
        await server.stop()
    }

    @Test func `a 304 is what a condition asked for, and nobody else`() async throws {
        let server = try await MockServer()
        server.on(.get, "a", respond: MockResponse(status: .notModified))
        let asked = await run("get", server.url + "/a", "If-None-Match:\"1\"")
        #expect(asked.code == ExitCode.success && asked.errors.isEmpty)
        let unasked = await run("get", server.url + "/a")
        #expect(unasked.code == ExitCode.transport)
        #expect(unasked.errors.contains("nobody asked for 304"))
        await server.stop()
    }

    @Test(arguments: ["--cacert", "--cert"])
    func `a file that cannot be used is named`(option: String) async {
        let missing = await run("get", "https://127.0.0.1:1/", option, "missing.pem")
        #expect(missing.errors.contains("\(option) 'missing.pem': no such file"))
        #expect(missing.code == ExitCode.usage)
        let files = ["bad.pem": "no certificate"]
        let bad = await run("get", "https://127.0.0.1:1/", option, "bad.pem", files: files)
        #expect(bad.code == ExitCode.usage)
        #expect(bad.errors.contains("\(option) 'bad.pem': "))
    }
}
