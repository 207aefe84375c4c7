import Foundation

/// Our JSON coder beside Foundation's, interleaved in one run, as ratios of thread CPU time.
struct JSONSuite {
    let rounds: Int
    /// Only what has this in its name.
    let filter: String?

    private struct Figure {
        var theirs: [Double] = []
        var ours: [Double] = []
    }

    func run() throws -> [Row] {
        let documents: [(String, [UInt8])] = [
            ("user", Payloads.user()), ("users", Payloads.users()), ("posts", Payloads.posts()),
            ("map", Payloads.map()), ("statuses", Payloads.statuses()),
        ]
        let duels = try duels(documents.map(\.1)).filter { duel in
            filter.map { duel.name.contains($0) } ?? true
        }
        var figures = [Figure](repeating: Figure(), count: duels.count)
        let counts = try duels.map { try (count($0.theirs), count($0.ours)) }
        for _ in 0..<max(7, rounds) {
            for (index, duel) in duels.enumerated() {
                figures[index].theirs.append(
                    try ThreadClock.measure(counts[index].0, duel.theirs)
                )
                figures[index].ours.append(try ThreadClock.measure(counts[index].1, duel.ours))
            }
        }
        let peers = try PythonPeers.measure(documents)
        return try zip(duels, figures).flatMap { try report($0, $1, peers) }
    }

    private func duels(_ documents: [[UInt8]]) throws -> [JSONDuel] {
        let (user, users, posts) = (documents[0], documents[1], documents[2])
        let (map, statuses) = (documents[3], documents[4])
        return try JSONDuel.pair("1 KB user", "user", user, KeyedUser.self)
            + JSONDuel.pair("1 KB user", "user", user, SnakeUser.self, snake: true)
            + JSONDuel.pair("100 KB users", "users", users, [KeyedUser].self)
            + JSONDuel.pair("100 KB users", "users", users, [SnakeUser].self, snake: true)
            + JSONDuel.pair("5 MB posts", "posts", posts, KeyedPage.self)
            + JSONDuel.pair("5 MB posts", "posts", posts, SnakePage.self, snake: true)
            + JSONDuel.pair("2 MB map", "map", map, GeoMap.self)
            + JSONDuel.pair("600 KB statuses", "statuses", statuses, KeyedStatuses.self)
            + JSONDuel.readable("1 KB user", "user", user, ReadableUser.self)
            + JSONDuel.readable("1 KB user", "user", user, ReadableSnakeUser.self, snake: true)
            + JSONDuel.readable("100 KB users", "users", users, [ReadableUser].self)
            + JSONDuel.readable(
                "100 KB users",
                "users",
                users,
                [ReadableSnakeUser].self,
                snake: true
            )
            + JSONDuel.readable("5 MB posts", "posts", posts, ReadablePage.self)
            + JSONDuel.readable("5 MB posts", "posts", posts, ReadableSnakePage.self, snake: true)
            + JSONDuel.readable("2 MB map", "map", map, ReadableMap.self)
            + JSONDuel.readable("600 KB statuses", "statuses", statuses, ReadableStatuses.self)
    }

    /// How many runs make about five milliseconds, one at least.
    private func count(_ run: () throws -> Void) rethrows -> Int {
        _ = try ThreadClock.measure(1, run)
        return max(1, Int(5000 / max(1, try ThreadClock.measure(1, run))))
    }

    private func report(
        _ duel: JSONDuel,
        _ figure: Figure,
        _ peers: [String: [String: Double]]
    ) throws -> [Row] {
        let theirs = median(figure.theirs)
        let ratio = median(zip(figure.theirs, figure.ours).map { $0 / $1 })
        func row(_ subject: String, _ metric: String, _ value: Double, _ ratio: Double?) -> Row {
            Row(
                name: duel.name,
                subject: subject,
                peer: "Foundation's speed",
                metric: metric,
                value: value,
                ratio: ratio
            )
        }
        var rows = [
            row("Foundation", "us", theirs, nil),
            row("Vencejo", "us", median(figure.ours), ratio),
        ]
        for (peer, times) in peers.sorted(by: { $0.key < $1.key }) {
            guard let document = duel.document, let time = times[document] else { continue }
            rows.append(row(peer, "us", time, theirs / time))
        }
        if let count = try Allocations.count(duel.theirs) {
            rows.append(row("Foundation", "allocations", Double(count), nil))
        }
        if let count = try Allocations.count(duel.ours) {
            rows.append(row("Vencejo", "allocations", Double(count), nil))
        }
        if let memory = try duel.memory?() {
            rows.append(row("Vencejo", "extra KB at the peak", Double(memory) / 1024, nil))
        }
        return rows
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
