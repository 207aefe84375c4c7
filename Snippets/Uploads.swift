// Bodies that are watched on their way, and files that go on where a connection broke.
import Vencejo

let api = APIClient(baseURL: "https://api.example.com")
let path = "playa.jpg"
func show(_ progress: TransferProgress) {}

// snippet.call
try await api.upload(
    .multipart([.file("photo", path), .field("title", "Playa")]),
    to: "photos"
) { progress in
    print(progress.fraction ?? 0, progress.timeLeft ?? .zero)
}
// snippet.end

// snippet.handle
let upload = api.beginUpload(.file("film.mp4", contentType: "video/mp4"), to: "films")
Task {
    for await progress in upload.progress { show(progress) }
}
let response = try await upload.response
// snippet.end
print(response.status)

// snippet.resumable
let receipt = try await api.uploadResumably(
    .file("film.mp4", contentType: "video/mp4"),
    to: "files",
    using: .tus,
    record: "film.mp4.upload",
    options: .with { $0.chunkBytes = 8 << 20 }
) { progress in show(progress) }
print(receipt.kept, "bytes were there from before")
// snippet.end

// snippet.layers
let thrifty = APIClient(
    baseURL: "https://api.example.com",
    pipeline: [.compressBodies(), .throttle(uploadBytesPerSecond: 200_000)]
)
// snippet.end
try await thrifty.upload(.file("log.txt"), to: "logs")
