import Foundation
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoJSON
import VencejoWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}

/// A file in the system's temporary folder, gone with the value.
private final class Scratch {
    let path: String

    init(_ bytes: [UInt8], ending: String = "bin") throws {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "vencejo-\(UUID().uuidString).\(ending)").path
        try write(bytes)
    }

    func write(_ bytes: [UInt8]) throws {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        #expect(file >= 0)
        defer { close(file) }
        let count = unsafe bytes.withUnsafeBytes { bytes in
            unsafe systemWrite(file, bytes.baseAddress, bytes.count)
        }
        #expect(count == bytes.count)
    }

    deinit { unsafe unlink(path) }
}

@Suite struct MultipartBodyTests {
    private struct Place: Encodable, Sendable {
        let latitude: Double
    }

    private func sent(_ parts: [MultipartPart]) throws -> (Request, boundary: String) {
        let client = APIClient(baseURL: "https://example.com", transport: AnswerTransport(200, ""))
        let request = try client.makeRequest(.post, "photos", body: .multipart(parts))
        let type = try #require(request.headers[.contentType])
        let boundary = try #require(type.split(separator: "=").last.map(String.init))
        #expect(type == "multipart/form-data; boundary=\(boundary)")
        return (request, boundary)
    }

    private func bytes(_ body: RequestBody) async throws -> [UInt8] {
        var all: [UInt8] = []
        for try await chunk in try BodyPieces(body).chunks { all += chunk }
        return all
    }

    @Test func `parts of every kind arrive as they were given`() async throws {
        let photo = try Scratch(
            (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) },
            ending: "JPG"
        )
        let (request, boundary) = try sent([
            .field("title", "Playa \"larga\"\r\nñ"),
            .field("stars", 5),
            .json("place", Place(latitude: 43.5)),
            .data("raw", [0, 1, 13, 10]),
            .data("note", Array("hola".utf8), fileName: "nota.txt"),
            .file("photo", photo.path),
            .stream("log", length: 6, fileName: "a.log") {
                AsyncStream<[UInt8]>.of([[1, 2, 3], [4, 5, 6]])
            },
        ])
        let body = try await bytes(request.body)
        #expect(request.body.count == body.count)
        #expect(request.body.isReplayable)
        let parts = try FormPart.read(body, boundary: boundary, chunkSize: 7_001)
        #expect(parts.map(\.name) == ["title", "stars", "place", "raw", "note", "photo", "log"])
        #expect(
            parts[0].content == Array("Playa \"larga\"\r\nñ".utf8) && parts[0].contentType == nil
        )
        #expect(parts[1].content == Array("5".utf8) && parts[1].fileName == nil)
        #expect(parts[2].content == Array(#"{"latitude":43.5}"#.utf8))
        #expect(parts[2].contentType == "application/json")
        #expect(parts[3].content == [0, 1, 13, 10])
        #expect(parts[3].contentType == "application/octet-stream" && parts[3].fileName == nil)
        #expect(parts[4].contentType == "text/plain" && parts[4].fileName == "nota.txt")
        #expect(parts[5].contentType == "image/jpeg")
        #expect(parts[5].fileName == photo.path.split(separator: "/").last.map(String.init))
        #expect(parts[5].content == (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(parts[6].content == [1, 2, 3, 4, 5, 6])
        #expect(try await bytes(request.body) == body)
    }

    @Test func `an empty form and texts alone are bytes in memory`() async throws {
        let (empty, boundary) = try sent([])
        #expect(empty.body.bytes == Array("--\(boundary)--\r\n".utf8))
        let (texts, second) = try sent([.field("a", "1"), .field("b", "2")])
        #expect(texts.body.bytes != nil)
        #expect(boundary != second && boundary.count == second.count)
    }

    @Test func `names cannot leave their quotes or their line`() async throws {
        let (request, boundary) = try sent([
            .data(
                "a\"; x=\"\r\nX-Evil: 1",
                [1],
                fileName: "b\"\r\n",
                contentType: "t/t\r\nX-Evil: 2"
            )
        ])
        let text = String(decoding: try await bytes(request.body), as: UTF8.self)
        #expect(!text.contains("\r\nX-Evil"))
        let parts = try FormPart.read(Array(text.utf8), boundary: boundary)
        #expect(parts.count == 1 && parts[0].name == "a\"; x=\"\r\nX-Evil: 1")
    }

    @Test func `a stream of unknown length makes the form one`() async throws {
        let (request, boundary) = try sent([
            .stream("log", isReplayable: false) { AsyncStream<[UInt8]>.of([[7], [8]]) }
        ])
        #expect(request.body.count == nil && !request.body.isReplayable)
        let parts = try FormPart.read(try await bytes(request.body), boundary: boundary)
        #expect(parts.map(\.content) == [[7, 8]])
        #expect(parts[0].contentType == "application/octet-stream")
    }

    @Test func `a file that is missing fails before anything is sent`() async throws {
        let error = #expect(throws: NetworkError.self) {
            try sent([.file("photo", "/nowhere/at/all.png")])
        }
        guard case .invalidRequest(.body(let words)) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.contains("/nowhere/at/all.png"))
    }

    @Test func `a file that grows after it was announced fails the body`() async throws {
        let file = try Scratch([1, 2, 3])
        let (request, _) = try sent([.file("photo", file.path)])
        try file.write([1, 2, 3, 4])
        let error = await #expect(throws: FileFault.self) { try await bytes(request.body) }
        #expect(error?.path == file.path)
    }

    @Test func `types of files by their ending`() {
        let table = [
            "a.png": "image/png", "A.JPEG": "image/jpeg", "x.tar.gz": "application/gzip",
            "noending": "application/octet-stream", "": "application/octet-stream",
            "a.": "application/octet-stream", ".json": "application/json",
        ]
        for (name, type) in table { #expect(MediaType.text(ofFile: name) == type, "\(name)") }
    }
}

extension AsyncStream where Element == [UInt8] {
    fileprivate static func of(_ chunks: [[UInt8]]) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
    }
}
