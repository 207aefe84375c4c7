#if os(Linux)
import Foundation
import VencejoLoad

/// `vencejo-soak soak SECONDS`, `vencejo-soak fuzz SECONDS`, `vencejo-soak load|flaky CALLS`,
/// `vencejo-soak crash ROUNDS` or `vencejo-soak download MEGABYTES`, with a seed behind it if one
/// is wanted.
@main struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let number = arguments.dropFirst().first.flatMap { Int($0) }
        let seed =
            arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64.random(in: 1...9_999)
        let isFine: Bool
        switch arguments.first {
        case "soak": isFine = try await Soak(seconds: number ?? 600, seed: seed).run()
        case "fuzz": isFine = try await Fuzz(seconds: number ?? 60, seed: seed).run()
        case "crash": isFine = try await Crash(rounds: number ?? 200, seed: seed).run()
        case "crash-child":
            try await CrashWork(folder: arguments.last ?? "").write(seed: UInt64(number ?? 1))
            isFine = false
        case "load": isFine = try await Count(calls: number ?? 100_000, seed: seed).run()
        case "flaky": isFine = try await Flaky(calls: number ?? 100_000, seed: seed).run()
        case "download":
            isFine = try await DownloadDeaths(megabytes: number ?? 200, seed: seed).run()
        case "download-child":
            let port = arguments.last.flatMap { Int($0) } ?? 0
            try await DownloadDeaths.serve(number ?? 1, seed, port: port)
        default:
            print(
                "usage: vencejo-soak soak|fuzz SECONDS [SEED], vencejo-soak load|flaky CALLS [SEED], "
                    + "vencejo-soak crash ROUNDS [SEED], vencejo-soak download MEGABYTES [SEED]"
            )
            isFine = false
        }
        exit(isFine ? 0 : 1)
    }
}
#else
@main struct Main {
    static func main() { print("soak: the engine is for Linux") }
}
#endif
