// Files from a server, whole or not at all.
import Vencejo

let api = APIClient(baseURL: "https://api.example.com")
func show(_ progress: TransferProgress) {}

// snippet.call
let file = try await api.download("exports/2026.zip", to: "downloads/") { progress in
    print(progress.bytes, progress.total ?? 0, progress.timeLeft ?? .zero)
}
print(file.path)
// snippet.end

// snippet.options
try await api.download(
    "disks/big.img",
    to: "big.img",
    options: .with {
        $0.existing = .replace
        $0.sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        $0.connections = 4
    }
)
// snippet.end

// snippet.handle
let download = api.beginDownload("disks/big.img", to: "big.img")
Task {
    for await progress in download.progress { show(progress) }
}
await download.pause()  // the connection is closed, what came stays
download.resume()
let big = try await download.file
// snippet.end

// snippet.failures
do {
    try await api.download("disks/big.img", to: "/mnt/usb/big.img")
} catch {
    switch error.kind {
    case .file(let failure) where failure.reason == .full: print("the stick is full")
    case .file(let failure): print(failure)
    case .digestMismatch: print("it arrived damaged, and is gone")
    default: print(error.isRetriable ? "the same call goes on from there" : "\(error)")
    }
}
// snippet.end
_ = big
