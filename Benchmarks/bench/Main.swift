import Foundation

/// `vencejo-bench SUITE [--json] [--rounds N] [--only WORDS]`.
@main struct Main {
    static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("vencejo-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isJSON = arguments.contains("--json")
        arguments.removeAll { $0 == "--json" }
        var rounds = 3
        if let index = arguments.firstIndex(of: "--rounds"), index + 1 < arguments.count {
            rounds = max(1, Int(arguments[index + 1]) ?? rounds)
            arguments.removeSubrange(index...index + 1)
        }
        var filter: String?
        if let index = arguments.firstIndex(of: "--only"), index + 1 < arguments.count {
            filter = arguments[index + 1]
            arguments.removeSubrange(index...index + 1)
        }
        switch arguments.first {
        case "json":
            let rows = try JSONSuite(rounds: rounds, filter: filter).run()
            Report(suite: "json", rows: rows).print(asJSON: isJSON)
        case "transport":
            let rows = try TransportSuite(rounds: rounds, filter: filter).run()
            Report(suite: "transport", rows: rows).print(asJSON: isJSON)
        case "pipeline":
            let rows = try await PipelineSuite(rounds: rounds, filter: filter).run()
            Report(suite: "pipeline", rows: rows).print(asJSON: isJSON)
        case "stream":
            var rows = try await EventRows().run()
            rows += try await SocketRows(rounds: rounds).run()
            rows += try await StreamSuite(gigabytes: 10).run()
            Report(suite: "stream", rows: rows).print(asJSON: isJSON)
        case "cache":
            let rows = try await CacheSuite(rounds: rounds).run()
            Report(suite: "cache", rows: rows).print(asJSON: isJSON)
        case "urlsession":
            // A peer of the transport suite, which runs it as a program like the others.
            try await RawURLSession.run(arguments.dropFirst())
        default:
            print(
                "usage: vencejo-bench transport|pipeline|json|stream|cache [--json] "
                    + "[--rounds N] [--only WORDS]"
            )
            exit(2)
        }
    }
}
