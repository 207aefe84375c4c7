#if os(Linux)
import Foundation
import Testing
import Vencejo
import VencejoConcurrency
import VencejoDigest
import VencejoTesting

/// `Servers/tus_server.py`: a tus server made of the package `tuspyserver`.
private let tuspyserver = PeerPython.having("tuspyserver, uvicorn")

extension InteropTests {
    /// Cuts a connection within a body, as a network does.
    private final class Scissors: Middleware {
        let cuts: Locked<[Int]>

        init(_ cuts: [Int]) { self.cuts = Locked(cuts) }

        func intercept(_ request: Request, next: Next) async throws(NetworkError) -> Response {
            guard request.method == .patch, let cut = cuts.withLock({ $0.popLast() }) else {
                return try await next(request)
            }
            var request = request
            let passed = Locked(0)
            request.context.bodyTaps.append(
                BodyTap { count in
                    let sum = passed.withLock { passed in
                        passed += count
                        return passed
                    }
                    if sum > cut { throw NetworkError(.noConnection(.reset)) }
                }
            )
            return try await next(request)
        }
    }

    @Test(
        .enabled(if: tuspyserver != nil, "tuspyserver is absent: Scripts/setup tests"),
        arguments: [nil, 600_000]
    )
    func `tuspyserver puts an upload together that was cut`(chunk: Int?) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "vencejo-tus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
        let file = folder.appending(path: "a.bin").path
        try Data(content).write(to: URL(filePath: file))
        let (peer, port) = try await PeerPython.serve(
            try #require(tuspyserver),
            "tus_server.py",
            [folder.path]
        )
        let clock = TestClock(skipsWaits: true)
        let scissors = Scissors([1_000_000, 400_000])
        let api = APIClient(
            baseURL: "http://127.0.0.1:\(port)",
            pipeline: [.custom(scissors)]
        ) { $0.context.time = clock.timeSource }
        let receipt = try await api.uploadResumably(
            .file(file),
            to: "files/",
            using: .tus,
            record: folder.appending(path: "record").path,
            options: .with { $0.chunkBytes = chunk }
        )
        #expect(receipt.count == 3_000_000)
        #expect(scissors.cuts.withLock { $0.isEmpty })
        let digest = Hash.digest(.sha256, of: content).map { Hash.hex($0) } ?? ""
        let line = await peer.first { $0.hasPrefix("whole ") ? $0 : nil }
        #expect(line == "whole a.bin \(digest)")
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "record").path))
        await api.close()
        withExtendedLifetime(peer) {}
    }
}
#endif
