#if canImport(Darwin) || URLSessionOnLinux
import Foundation
import VencejoCore

/// The file that a session sends as a body: the caller's, or one of chunks written down first.
///
/// A session reads streams by blocking a thread; a file it reads at its own pace.
struct UploadFile: Sendable {
    let url: URL
    private let isTemporary: Bool

    /// The file of a body; nil where the body is in memory.
    init?(of request: Request) async throws(NetworkError) {
        switch request.body.content {
        case .none, .bytes: return nil
        case .file(let path):
            guard FileManager.default.isReadableFile(atPath: path) else {
                let words = "the file \(path) is not to be sent: it cannot be read"
                throw NetworkError(.invalidRequest(.body(words)), request: request)
            }
            url = URL(fileURLWithPath: path)
            isTemporary = false
        case .stream(let stream):
            url = FileManager.default.temporaryDirectory
                .appendingPathComponent("vencejo-\(UUID().uuidString)")
            isTemporary = true
            do throws(NetworkError) {
                try await write(stream, for: request)
            } catch {
                remove()
                throw error
            }
        }
    }

    func remove() {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }

    private func write(_ stream: RequestStream, for request: Request) async throws(NetworkError) {
        guard let chunks = stream.begin() else {
            throw NetworkError(.invalidRequest(.bodyNotReplayable), request: request)
        }
        do {
            _ = FileManager.default.createFile(atPath: url.path, contents: nil)
            let file = try FileHandle(forWritingTo: url)
            defer { try? file.close() }
            var count = 0
            while let chunk = try await chunks.next() {
                try file.write(contentsOf: chunk)
                count += chunk.count
            }
            guard let length = stream.length, length != count else { return }
            let words = "the stream gave \(count) bytes where \(length) were announced"
            throw NetworkError(.invalidRequest(.body(words)), request: request)
        } catch let error as NetworkError {
            throw error
        } catch {
            let kind: NetworkError.Kind = error is CancellationError ? .cancelled : .other
            throw NetworkError(kind, request: request, underlying: error)
        }
    }
}
#endif
