import Glibc
import VencejoEngine
import VencejoHTTP

/// `vencejo-probe SUBJECT URL COUNT IN_FLIGHT`: one subject, a fixed number of calls, no Foundation.
///
/// It prints `seconds cpu-seconds p50-µs p99-µs`, the last two where calls follow one another.
/// What counts instructions, system calls or allocations runs it twice with different counts: the
/// difference is what the calls cost.
@main struct Main {
    struct Misuse: Error {}

    /// Waits on a thread of its own: the way in which an asynchronous `main` gives up its thread is
    /// what callgrind cannot follow.
    static func main() {
        Task.detached {
            do {
                try await run()
                exit(0)
            } catch {
                print(error)
                exit(1)
            }
        }
        while true { pause() }
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments
        // `engine@loop`: the same with the tasks on the engine's own thread.
        let name = arguments.count > 1 ? arguments[1].split(separator: "@") : []
        guard arguments.count == 5, let subject = Subject(rawValue: String(name[0])),
            let url = URI(arguments[2]), let count = Int(arguments[3]),
            let inFlight = Int(arguments[4]), inFlight > 0
        else {
            print("usage: vencejo-probe \(Subject.names)[@loop] URL COUNT IN_FLIGHT")
            throw Misuse()
        }
        var configuration = EngineConfiguration()
        configuration.maximumConnectionsPerOrigin = 1_024
        configuration.maximumConnections = 1_024
        if let file = unsafe getenv("BENCH_AUTHORITY") {
            configuration.additionalAuthorities = try contents(of: unsafe String(cString: file))
        }
        let transport = EngineTransport(configuration)
        let call = subject.call(url, over: transport)
        let executor = name.last == "loop" ? transport.executor : nil
        // Whoever counts instructions wants none of the clock's and the sorting's.
        let isTimed = unsafe inFlight == 1 && getenv("PROBE_UNTIMED") == nil
        // A call before the others, unless they are to begin all at once or there is but one.
        if count > 1, count != inFlight { try await call() }
        let cpu = processTime()
        let start = now()
        let times = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for task in 0..<inFlight {
                let share = count / inFlight + (task < count % inFlight ? 1 : 0)
                let work: @Sendable @concurrent () async throws -> [UInt64] = {
                    if isTimed { return try await timed(share, call) }
                    for _ in 0..<share { try await call() }
                    return []
                }
                // To prefer what is preferred anyway makes each change of executors dearer.
                if let executor {
                    group.addTask(executorPreference: executor, operation: work)
                } else {
                    group.addTask(operation: work)
                }
            }
            var all: [UInt64] = []
            for try await times in group { all += times }
            return all
        }
        let seconds = Double(now() - start) / 1e9
        print(seconds, processTime() - cpu, percentile(0.5, of: times), percentile(0.99, of: times))
    }

    private static func contents(of path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { throw Misuse() }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    private static func timed(
        _ count: Int,
        _ call: () async throws -> Void
    ) async throws -> [UInt64] {
        var times: [UInt64] = []
        times.reserveCapacity(count)
        for _ in 0..<count {
            let start = now()
            try await call()
            times.append(now() - start)
        }
        return times
    }

    /// In microseconds; 0 where nothing was timed.
    private static func percentile(_ part: Double, of times: [UInt64]) -> Double {
        guard !times.isEmpty else { return 0 }
        return Double(times.sorted()[Int(part * Double(times.count - 1))]) / 1_000
    }
}
