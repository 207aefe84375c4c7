#if os(Linux)
import Foundation
import Testing
import Vencejo
import VencejoConcurrency
import VencejoMockServer

/// What this process has in memory, in bytes.
private func resident() -> Int {
    let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
    let pages = statm?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
}

/// In a process of its own, so that no other test is measured.
@Suite struct UploadMemoryTests {
    private static let size = 256 << 20

    @Test func `a form with a large file is sent in little memory, from its first byte on`() async {
        await #expect(processExitsWith: .success) {
            let folder = try Scratch()
            let path = folder.file("large")
            guard FileManager.default.createFile(atPath: path, contents: nil),
                truncate(path, off_t(Self.size)) == 0
            else { exit(2) }
            var options = MockServer.Options()
            options.maximumBodyBytes = 1 << 30
            let received = Locked(0)
            let server = try await MockServer(
                routes: [
                    Route(
                        .post,
                        "photos",
                        receiving: { _ in
                            MockReceiver(
                                take: { bytes in
                                    received.withLock { $0 += bytes.count }
                                    return true
                                },
                                answer: { .status(204) }
                            )
                        }
                    )
                ],
                options: options
            )
            let api = APIClient(baseURL: server.url)
            let first = resident()
            let most = Locked(0)
            let response: Response = try await api.upload(
                .multipart([.field("title", "Playa"), .file("photo", path)]),
                to: "photos"
            ) { progress in
                // What is there when the first bytes go is not the file.
                most.withLock { $0 = max($0, resident() - first) }
            }
            let isFlat = most.withLock { $0 } < 32 << 20
            let isWhole = received.withLock { $0 } > Self.size
            await api.close()
            await server.stop()
            guard response.status == 204, isFlat, isWhole else { exit(1) }
        }
    }
}
#endif
