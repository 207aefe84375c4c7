// Bodies that are never in memory as a whole.
import Vencejo

let api = APIClient(baseURL: "https://api.example.com")
func keep(_ bytes: [UInt8]) {}
func frames() -> AsyncStream<[UInt8]> { AsyncStream { $0.finish() } }

// snippet.read
let export = try await api.stream("exports/2026.csv")
for try await chunk in export.body.stream { keep(chunk) }
print(export.body.stream.trailers["Digest"] ?? "no digest")
// snippet.end

// snippet.collect
let small = try await api.stream("status.txt").body.collected(limit: 4_096)
// snippet.end

// snippet.file
try await api.put("backups/today", body: .file("/var/backups/today.tar"))
// snippet.end

// snippet.produce
try await api.post(
    "recordings",
    body: .stream(contentType: "video/mp4", isReplayable: false) { frames() }
)
// snippet.end

// snippet.expect
try await api.put(
    "backups/today",
    body: .file("/var/backups/today.tar"),
    headers: ["Expect": "100-continue"]
)
// snippet.end
_ = small
