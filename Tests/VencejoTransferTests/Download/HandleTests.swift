import Foundation
import Testing
import Vencejo
import VencejoConcurrency
import VencejoFoundation
import VencejoMockServer

@Suite struct DownloadHandleTests {
    private static let file = MockFile.patterned(count: 300_001)

    /// A server that stops in the middle of its first answer, until the client leaves.
    private func stalled(_ body: (DownloadGround, Download) async throws -> Void) async throws {
        let calls = Locked(0)
        try await DownloadGround.run { request in
            let isFirst = calls.withLock { calls in
                calls += 1
                return calls == 1
            }
            let response = Self.file.response(to: request)
            return isFirst ? response.failing(.stall(after: .body(70_000))) : response
        } _: { ground in
            let download = ground.api.beginDownload("a", to: ground.folder.file("a"))
            for await progress in download.progress where progress.bytes == 70_000 { break }
            try await body(ground, download)
        }
    }

    @Test func `a download is paused and taken up again`() async throws {
        try await stalled { ground, download in
            await download.pause()
            #expect(download.isPaused)
            #expect(ground.folder.names == ["a.vencejo-part", "a.vencejo-part.json"])
            await download.pause()
            download.resume()
            let file = try await download.file
            #expect(file.received == 230_001)
            #expect(ground.ranges == ["-", "bytes=70000-"])
            #expect(ground.folder.bytes("a") == Self.file.contents)
            #expect(!download.isPaused)
            #expect(download.currentProgress.bytes == 300_001)
            // All of these come too late.
            await download.pause()
            download.resume()
            download.cancel()
            let again = try await download.file
            #expect(again.count == 300_001)
        }
    }

    @Test func `a download is cancelled while it runs and while it rests`() async throws {
        for isPaused in [false, true] {
            try await stalled { ground, download in
                if isPaused { await download.pause() }
                download.cancel()
                let error = await #expect(throws: NetworkError.self) { try await download.file }
                #expect(error?.kind == .cancelled)
                #expect(ground.folder.names == ["a.vencejo-part", "a.vencejo-part.json"])
                for await _ in download.progress {}
            }
        }
    }

    @Test func `cancelling who waits cancels the download`() async throws {
        try await stalled { ground, download in
            let waiting = Task { try await download.file }
            waiting.cancel()
            let error = await #expect(throws: NetworkError.self) { try await waiting.value }
            #expect(error?.kind == .cancelled)
        }
    }

    @Test func `Foundation's progress follows, and steers`() async throws {
        try await stalled { ground, download in
            let progress = download.makeProgress()
            while progress.completedUnitCount != 70_000 { await Task.yield() }
            #expect(progress.totalUnitCount == 300_001)
            progress.pause()
            while !download.isPaused { await Task.yield() }
            progress.resume()
            _ = try await download.file
            while progress.completedUnitCount != 300_001 { await Task.yield() }
            #expect(progress.isFinished)
        }
    }

    @Test func `a request that cannot be made is told by the file`() async throws {
        let api = APIClient(baseURL: "no address")
        let error = await #expect(throws: NetworkError.self) {
            try await api.beginDownload("a", to: "/tmp/").file
        }
        guard case .invalidRequest = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
