import Foundation

/// The programs that are measured: the library's own probe, and the peers that are installed.
struct TransportPeers {
    private let folder: URL
    private let sources: URL
    private let probe: String
    private let bench: String

    /// Builds what has to be built into a folder.
    ///
    /// - Throws: ``PeerFailure`` where the library's own probe cannot be built.
    init(folder: URL) throws {
        self.folder = folder
        sources =
            URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../peers").standardizedFileURL
        bench = URL(filePath: CommandLine.arguments[0]).standardizedFileURL.path
        probe =
            URL(filePath: bench).deletingLastPathComponent().appending(path: "vencejo-probe").path
        // `swift run vencejo-bench` builds no other program.
        let package = sources.deletingLastPathComponent().deletingLastPathComponent().path
        let build = ["swift", "build", "--package-path", package, "-c", "release"]
        _ = try? Run(arguments: build + ["--product", "vencejo-probe"]).output()
        guard FileManager.default.isExecutableFile(atPath: probe) else {
            throw PeerFailure(name: "vencejo-probe, which is not at \(probe),")
        }
    }

    /// wrk first: its figures are what the others are divided by.
    var all: [Contestant] {
        let subjects = ["engine", "engine@loop", "bytes", "bytes@loop", "model"].map(own)
        return [.wrk] + subjects + [curl, .h2load, go, python("aiohttp"), python("httpx"), session]
    }

    var streaming: [Contestant] {
        [curl, own("stream"), own("stream@loop"), go, python("aiohttp")]
    }

    private func own(_ subject: String) -> Contestant {
        .ours(subject) { [probe] in command([probe, subject], $0) }
    }

    private func command(_ program: [String], _ task: Contestant.Task) -> [String] {
        program + [task.url, "\(task.count)", "\(task.inFlight)"]
    }

    private var curl: Contestant {
        let program = build("curl_multi", ["cc", "-O2", "curl_multi.c", "-lcurl"])
        return .ours("C on libcurl multi") { task in program.map { command([$0], task) } }
    }

    private var go: Contestant {
        let program = build("go_http", ["go", "build", "go_http.go"])
        return .ours("Go net/http") { task in program.map { command([$0], task) } }
    }

    private func python(_ library: String) -> Contestant {
        let script = sources.appending(path: "python_http.py").path
        let python = ["/usr/bin/python3", "python3"].first { program in
            (try? Run(arguments: [program, "-c", "import \(library)"]).output()) != nil
        }
        return .ours("Python \(library)", part: library == "httpx" ? 20 : 4) { task in
            python.map { command([$0, script, library], task) }
        }
    }

    private var session: Contestant {
        .ours("URLSession", part: 4) { [bench] task in
            task.authority == nil ? command([bench, "urlsession"], task) : nil
        }
    }

    /// Compiles a peer once; `nil` where the compiler or a library is missing.
    private func build(_ name: String, _ arguments: [String]) -> String? {
        let program = folder.appending(path: name).path
        if FileManager.default.isExecutableFile(atPath: program) { return program }
        var command = arguments
        let source = command.firstIndex { $0.hasPrefix(name) }
        if let source {
            command[source] = sources.appending(path: command[source]).path
            command.insert(contentsOf: ["-o", program], at: source)
        }
        return (try? Run(arguments: command).output()) == nil ? nil : program
    }
}
