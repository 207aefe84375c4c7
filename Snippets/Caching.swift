// Answers that are kept, and what an app shows without a network.
import Vencejo
import VencejoStore

struct User: Codable, Sendable {
    let id: Int
    let name: String
}

// snippet.memory
let cache = ResponseCache.memory(megabytes: 20)
let api = APIClient(
    baseURL: "https://api.example.com/v1",
    pipeline: [
        .authenticate(.bearer("token")),
        .cache(cache),  // what stands below sees only what the cache could not answer
        .retry(),
        .pace(),
    ]
)
// snippet.end

// snippet.policy
func lastKnown() async throws -> [User] {
    try await api.with { $0.cachePolicy = .offline }.get("users")
}
// snippet.end

// snippet.source
func told() async throws -> String {
    let response: Response = try await api.get("users")
    switch response.source {
    case .network: return "new"
    case .validated: return "asked, and nothing has changed"
    case .cache: return "kept, \(response.age ?? 0) seconds old"
    case .stale(.failed(let kind)): return "kept, for the server failed: \(kind)"
    case .stale: return "kept, and older than it should be"
    default: return "nothing is kept"
    }
}
// snippet.end

// snippet.invalidate
func changed() async {
    await cache.invalidate(prefix: "https://api.example.com/v1/users")
    await cache.invalidate(tag: "users")  // stored by calls with context.cacheTags
}
// snippet.end

// snippet.store
func stored(in folder: String) throws -> APIClient {
    let store = try OfflineStore(path: folder + "/api.sqlite", megabytes: 100)
    return APIClient(
        baseURL: "https://api.example.com/v1",
        pipeline: [.cache(store.responses, policy: .networkFirst)]
    )
}
// snippet.end

// snippet.snapshot
func show(_ store: OfflineStore, _ screen: ([User], _ age: Int) -> Void) async throws {
    if let known = await store.snapshots.load([User].self, "users", version: 2) {
        screen(known.value, known.age)
    }
    let users: [User] = try await api.get("users")
    screen(users, 0)
    await store.snapshots.save(users, "users", version: 2)
}
// snippet.end
