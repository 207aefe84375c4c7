import VencejoCache
import VencejoConcurrency
import VencejoHTTP
import VencejoStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writing into a store until the process dies, and looking afterwards what is left of it.
///
/// Each answer that the store took is noted in a ledger beside it, which is written at once: what
/// stands there must be found again, whole, or something newer in its place.
package struct CrashWork: Sendable {
    private let path: String
    private let ledger: String

    package init(folder: String) {
        path = folder + "/cache.sqlite"
        ledger = folder + "/ledger"
    }

    private static let keys = 40
    private static let sizes = [0, 10, 2_000, 20_000, 300_000, 700_000]

    /// What is wrong with a store after a death.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// Writes and never returns, unless the store cannot be opened.
    package func write(seed: UInt64) async throws {
        let store = try OfflineStore(path: path, bytes: 512 << 20, onTrouble: { _ in })
        var dice = Dice(seed)
        let file = unsafe open(ledger, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var version = (try entries().values.max() ?? 0) + 1
        while true {
            version += 1
            let number = dice.below(Self.keys)
            let size = Self.sizes[dice.below(Self.sizes.count)]
            let response = Self.response(number, version, size)
            let old = await store.table.responses(for: response.key)
            let body = Self.body(number, version, size)
            let isKept: Bool
            if dice.below(2) == 0 {
                isKept = await store.table.save(response, body, replacing: old)
            } else {
                isKept = await stream(response, body, old, store)
            }
            guard isKept else { continue }
            let line = Array("\(number) \(version)\n".utf8)
            Self.append(line, to: file)
        }
    }

    private func stream(
        _ response: StoredResponse,
        _ body: [UInt8],
        _ old: [StoredResponse],
        _ store: OfflineStore
    ) async -> Bool {
        guard let writer = await store.table.begin(response) else { return false }
        for start in stride(from: 0, to: body.count, by: 50_000) {
            guard await writer.write(Array(body[start..<min(start + 50_000, body.count)])) else {
                return false
            }
        }
        await writer.commit(replacing: old)
        return true
    }

    /// Looks at everything that is left; says how many answers were checked.
    package func verify() async throws -> Int {
        let troubles = Locked<[String]>([])
        let store = try OfflineStore(path: path, bytes: 512 << 20) { line in
            troubles.withLock { $0.append(line) }
        }
        let noted = try entries()
        var checked = 0
        for number in 0..<Self.keys {
            let key = Self.key(number)
            let found = await store.table.responses(for: key)
            guard found.count <= 1 else {
                throw Fault(description: "answer \(number) is there \(found.count) times")
            }
            let version = found.first?.headers["X-Version"].flatMap { Int($0) } ?? 0
            guard version >= noted[number] ?? 0 else {
                throw Fault(
                    description: "answer \(number) is lost: \(noted[number] ?? 0), not \(version)"
                )
            }
            guard let response = found.first else { continue }
            let body = await store.table.body(of: response)?.whole()
            let size = response.headers["X-Size"].flatMap { Int($0) } ?? -1
            guard body == Self.body(number, version, size) else {
                throw Fault(description: "answer \(number) of version \(version) is torn")
            }
            checked += 1
        }
        if let line = troubles.withLock({ $0.first }) { throw Fault(description: line) }
        return checked
    }

    /// The newest version of each answer that the store said it had taken.
    private func entries() throws -> [Int: Int] {
        let file = unsafe open(ledger, O_RDONLY)
        guard file >= 0 else { return [:] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(file, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        var newest: [Int: Int] = [:]
        // A line that was cut off was not noted.
        let whole = bytes.prefix((bytes.lastIndex(of: 10) ?? -1) + 1)
        for line in String(decoding: whole, as: UTF8.self).split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            if numbers.count == 2 { newest[numbers[0]] = max(newest[numbers[0]] ?? 0, numbers[1]) }
        }
        return newest
    }

    private static func append(_ line: [UInt8], to file: Int32) {
        // Not this type's own `write`.
        let put: (Int32, UnsafeRawPointer?, Int) -> Int = unsafe write(_:_:_:)
        _ = unsafe put(file, line, line.count)
    }

    private static func key(_ number: Int) -> CacheKey {
        CacheKey(url: "https://api.example.com/\(number)")
    }

    private static func response(_ number: Int, _ version: Int, _ size: Int) -> StoredResponse {
        StoredResponse(
            key: key(number),
            status: 200,
            version: .http11,
            headers: ["X-Version": "\(version)", "X-Size": "\(size)"],
            selection: Selection(fields: [], isNever: false),
            requested: version,
            received: version,
            length: size
        )
    }

    private static func body(_ number: Int, _ version: Int, _ size: Int) -> [UInt8] {
        guard size > 0 else { return [] }
        let pattern = Array("\(number):\(version);".utf8)
        return (0..<size).map { pattern[$0 % pattern.count] }
    }
}
