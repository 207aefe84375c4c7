#if os(Linux)
import Foundation
import Testing
import VencejoCore
import VencejoEngine
import VencejoHTTP

private let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

/// The descriptors of this process, and its threads that are the library's.
private func held() -> [Int] {
    let files = FileManager.default
    let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
    let threads = (try? files.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let own = threads.filter { thread in
        let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
        return name == "vencejo\n"
    }
    return [descriptors, own.count]
}

/// Whether this process holds no more than it did: what was still closing then may be gone.
private func isNoMore(than before: [Int]) -> Bool {
    zip(held(), before).allSatisfy { $0 <= $1 }
}

// In a process of its own, where nobody else opens or closes anything.
@Suite struct `A transport leaves` {
    @Test func `no descriptor and no thread when it is closed`() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer.answering(fine)
            // What the system opens once for all, it opens here.
            _ = try await EngineTransport().send(Request(.get, try server.url()))
            var before = [0]
            while before != held() {
                before = held()
                for _ in 0..<1_000 { await Task.yield() }
            }
            let transport = EngineTransport()
            for _ in 0..<5 {
                _ = try await transport.send(Request(.get, try server.url()))
                await transport.close()
                for _ in 0..<10_000 where !isNoMore(than: before) { await Task.yield() }
                #expect(isNoMore(than: before))
            }
        }
    }

    @Test func `no descriptor and no thread when it is let go`() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer.answering(fine)
            // What the system opens once for all, it opens here.
            _ = try await EngineTransport().send(Request(.get, try server.url()))
            var before = [0]
            while before != held() {
                before = held()
                for _ in 0..<1_000 { await Task.yield() }
            }
            for _ in 0..<5 {
                _ = try await EngineTransport().send(Request(.get, try server.url()))
            }
            for _ in 0..<10_000 where !isNoMore(than: before) { await Task.yield() }
            #expect(isNoMore(than: before))
        }
    }
}
#endif
