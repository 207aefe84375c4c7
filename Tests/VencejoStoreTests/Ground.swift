import VencejoCache
import VencejoConcurrency
import VencejoHTTP
import VencejoStore

/// A store in a folder of its own, with its time and what it complained about.
final class Ground: Sendable {
    let folder: Folder
    let now = Locked(1_000_000)
    let troubles = Locked<[String]>([])

    init() throws {
        folder = try Folder()
    }

    func open(bytes: Int = 64 << 20) throws -> OfflineStore {
        try OfflineStore(
            path: folder.file,
            bytes: bytes,
            seconds: { [self] in now.withLock { $0 } },
            onTrouble: { [self] line in troubles.withLock { $0.append(line) } }
        )
    }

    var complaints: [String] { troubles.withLock { $0 } }
}

func stored(
    _ url: String,
    headers: Headers = ["Cache-Control": "max-age=60", "ETag": "\"a\""],
    tags: Set<String> = [],
    length: Int = 0
) -> StoredResponse {
    StoredResponse(
        key: CacheKey(url: url),
        status: 200,
        version: .http11,
        headers: headers,
        selection: Selection(
            fields: [
                Selection.Field(name: "accept", value: "a"),
                Selection.Field(name: "foo", value: nil),
            ],
            isNever: false
        ),
        requested: 999_000,
        received: 999_001,
        length: length,
        tags: tags
    )
}

func bytes(_ count: Int, _ seed: UInt8 = 1) -> [UInt8] {
    (0..<count).map { index in
        UInt8(truncatingIfNeeded: index &* 31 ^ index >> 8 ^ index >> 16) ^ seed
    }
}

extension OfflineStore {
    func find(_ url: String) async -> StoredResponse? {
        await table.responses(for: CacheKey(url: url)).first
    }

    func body(_ url: String) async -> [UInt8]? {
        guard let response = await find(url) else { return nil }
        return await table.body(of: response)?.whole()
    }

    func save(_ url: String, _ body: [UInt8], tags: Set<String> = []) async -> Bool {
        let old = await table.responses(for: CacheKey(url: url))
        return await table.save(
            stored(url, tags: tags, length: body.count),
            body,
            replacing: old
        )
    }
}
