#if os(Linux)
import Foundation
import VencejoConcurrency
import VencejoCore
import VencejoEngine
import VencejoHTTP
import VencejoLoad
import VencejoMockServer

/// Every deed, mixed by chance, for a time; a tenth of the calls are cancelled at a random moment.
struct Soak: Sendable {
    let seconds: Int
    let seed: UInt64

    /// No call may take longer than so many seconds.
    private static let patience = 60
    private static let inFlight = 64

    func run() async throws -> Bool {
        say("soak: \(seconds) s, seed \(seed), \(Self.inFlight) in flight")
        let server = try await SoakServer.start()
        let nginx = try SoakNginx()
        if nginx == nil { say("soak: nginx is absent, its calls are left out") }
        // What the runtime opens once it opens now.
        try await Task.sleep(for: .milliseconds(1))
        let before = Usage.now()
        let ledger = Ledger()
        let client = Client(server: server.url, nginx: nginx)
        await mix(client, ledger)
        await client.close()
        var complaints = ledger.complaints
        if await !server.idle(within: .seconds(20)) {
            complaints.append("\(server.openConnections) connections are left open")
        }
        let after = Usage.now()
        if after.descriptors > before.descriptors + 4 {
            complaints.append("descriptors grew from \(before.descriptors) to \(after.descriptors)")
        }
        await server.stop()
        nginx?.stop()
        say(ledger.table)
        for complaint in complaints.prefix(20) { say("soak: FAULT \(complaint)") }
        say("soak: \(complaints.isEmpty ? "ok" : "\(complaints.count) faults"), seed \(seed)")
        return complaints.isEmpty
    }

    private func mix(_ client: Client, _ ledger: Ledger) async {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        let progress = Task.detached { await watch(ledger) }
        await withDiscardingTaskGroup { group in
            for worker in 0..<Self.inFlight {
                group.addTask {
                    var dice = Dice(seed &* 1_000 &+ UInt64(worker))
                    while clock.now < end { await client.once(&dice, ledger) }
                }
            }
        }
        progress.cancel()
    }

    /// Tells how far it is, looks at the memory, and ends the process when a call hangs.
    private func watch(_ ledger: Ledger) async {
        let step = max(1, min(10, seconds / 5))
        var first: Usage?
        for round in 1... {
            guard (try? await Task.sleep(for: .seconds(step))) != nil else { return }
            let usage = Usage.now()
            say(ledger.line(usage))
            if round * step > seconds + Self.patience {
                say("soak: FAULT a call takes longer than \(Self.patience) s, seed \(seed)")
                exit(2)
            }
            // What is allocated once is there by now.
            guard let first else {
                first = usage
                continue
            }
            if usage.memory > first.memory + 48 << 20 {
                ledger.complain("memory grew from \(first.memory) to \(usage.memory)")
                return
            }
        }
    }

    /// Prints at once, also into a file.
    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// The one client, and what it does.
    private struct Client: Sendable {
        private let deeds: [(Deed, URI, APIClient)]

        init(server: String, nginx: SoakNginx?) {
            let api = Self.api(EngineTransport())
            var deeds = Deed.all.compactMap { deed in
                URI(server + deed.path).map { (deed, $0, api) }
            }
            if let nginx {
                var ways = [("nginx", nginx.url, api), ("nginx", nginx.url, api)]
                if let secure = nginx.secure {
                    for (name, socket) in [("tls", secure.tls), ("http2", secure.http2)] {
                        let api = Self.api(secure.transport(to: socket))
                        ways += [
                            (name, SoakNginx.secureURL, api), (name, SoakNginx.secureURL, api),
                        ]
                    }
                }
                for (name, address, api) in ways {
                    let deed = Deed(name: name, path: "/") { outcome, _ in
                        (try? outcome.get().body.bytes.count) == SoakNginx.size
                    }
                    if let url = URI(address) { deeds.append((deed, url, api)) }
                }
            }
            self.deeds = deeds
        }

        private static func api(_ transport: EngineTransport) -> APIClient {
            APIClient(baseURL: "http://localhost", transport: transport) {
                $0.acceptedStatuses = .all
            }
        }

        func close() async {
            for (_, _, api) in deeds { await api.close() }
        }

        func once(_ dice: inout Dice, _ ledger: Ledger) async {
            let (deed, url, api) = deeds[dice.below(deeds.count)]
            var request = Request(.get, url)
            let sent = deed.prepare(&request, &dice)
            let task = Task { [request] in
                let outcome = await typed { () throws(NetworkError) in
                    try await api.perform(request)
                }
                ledger.tell()
                return outcome
            }
            let isImpatient = dice.below(10) == 0
            if isImpatient {
                // Most calls here take some milliseconds.
                try? await Task.sleep(for: .microseconds(dice.below(6_000)))
                task.cancel()
            }
            let outcome = await task.value
            if case .failure(let error) = outcome, error.kind == .cancelled, isImpatient {
                ledger.note(deed.name, wasCancelled: true, nil)
            } else if deed.isRight(outcome, sent) {
                ledger.note(deed.name, wasCancelled: false, nil)
            } else {
                ledger.note(deed.name, wasCancelled: false, "\(deed.name): \(outcome)")
            }
        }
    }
}
#endif
