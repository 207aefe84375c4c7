import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The peer that comes with the system, used as plainly as it can be.
enum RawURLSession {
    /// `URL COUNT IN_FLIGHT`; prints `seconds cpu-seconds p50-µs p99-µs`, as the other peers do.
    static func run(_ arguments: ArraySlice<String>) async throws {
        let arguments = Array(arguments)
        guard arguments.count == 3, let url = URL(string: arguments[0]),
            let count = Int(arguments[1]), let inFlight = Int(arguments[2])
        else { throw PeerFailure(name: "urlsession URL COUNT IN_FLIGHT") }
        let configuration = URLSessionConfiguration.default
        configuration.httpMaximumConnectionsPerHost = inFlight
        let session = URLSession(configuration: configuration)
        if count != inFlight { _ = try await session.data(from: url) }
        let clock = ContinuousClock()
        let cpu = CPU.own()
        let start = clock.now
        let times = try await withThrowingTaskGroup(of: [Double].self) { group in
            for task in 0..<inFlight {
                let share = count / inFlight + (task < count % inFlight ? 1 : 0)
                group.addTask { @concurrent in
                    var times: [Double] = []
                    for _ in 0..<share {
                        let begin = clock.now
                        _ = try await session.data(from: url)
                        times.append((clock.now - begin) / .microseconds(1))
                    }
                    return times
                }
            }
            var all: [Double] = []
            for try await times in group { all += times }
            return all.sorted()
        }
        let seconds = (clock.now - start) / .seconds(1)
        let isTimed = inFlight == 1
        print(
            seconds,
            (CPU.own() - cpu) / 1e6,
            isTimed ? times[times.count / 2] : 0,
            isTimed ? times[times.count * 99 / 100] : 0
        )
    }
}
