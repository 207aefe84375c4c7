package import VencejoCache
import VencejoConcurrency
import VencejoCore

/// Stored answers in a database file.
///
///     response   one row each; a small body lies in it
///     piece      a large body, in order, each piece with its own checksum
///
/// Trouble with the file is a line for ``onTrouble`` and a miss for the call.
package final class ResponseTable: ResponseStore {
    /// A body up to this many bytes lies beside its fields.
    static let inlineLimit = 16 << 10
    /// So many bytes of a larger one are a piece.
    static let pieceSize = 128 << 10

    let database: Database
    let limit: Int
    let onTrouble: @Sendable (String) -> Void
    let seconds: @Sendable () -> Int
    /// What was used since the last write, to be written with the next one.
    private let used = Locked<Set<Int64>>([])
    /// Answers whose pieces are being read: they are not deleted under the reader.
    let readings = Locked<[Int64: Int]>([:])

    package init(
        _ database: Database,
        bytes: Int,
        seconds: @escaping @Sendable () -> Int = TimeSource.systemCalendar,
        onTrouble: @escaping @Sendable (String) -> Void
    ) {
        self.database = database
        limit = max(0, bytes)
        self.seconds = seconds
        self.onTrouble = onTrouble
        tidy()
    }

    /// Runs against the file; nil, and a line of trouble, where that fails.
    func attempt<Result>(
        _ what: String,
        _ body: () throws(StoreError) -> Result
    ) -> Result? {
        do throws(StoreError) {
            return try body()
        } catch {
            onTrouble("cache: \(what) failed: \(error)")
            return nil
        }
    }

    package func responses(for key: CacheKey) async -> [StoredResponse] {
        let rows = attempt("looking up") { () throws(StoreError) in
            try database.read { connection throws(StoreError) in
                try Row.select(connection, "hash = ?1 AND state = 1", [.int(key.hash)])
            }
        }
        return (rows ?? []).filter { $0.key == key }.compactMap(checked)
    }

    /// A row as an answer; one that is damaged is deleted.
    private func checked(_ row: Row) -> StoredResponse? {
        if let response = row.response { return response }
        drop(row.id, "its fields are damaged")
        return nil
    }

    /// Deletes an answer that is damaged.
    func drop(_ id: Int64, _ why: String) {
        onTrouble("cache: answer \(id) is dropped: \(why)")
        _ = attempt("dropping") { () throws(StoreError) in
            try database.write { connection throws(StoreError) in
                try connection.run("DELETE FROM response WHERE id = ?1", .int(id))
            }
        }
    }

    package func body(of response: StoredResponse) async -> StoredBody? {
        let count = used.withLock { used in
            used.insert(response.id)
            return used.count
        }
        if count >= 1024 { noteUse() }
        if let body = response.inlineBody { return .bytes(body) }
        readings.withLock { $0[response.id, default: 0] += 1 }
        let source = PieceSource(response.id, length: response.length, self)
        // The first piece is read now: what is gone or damaged is a miss, not a failed call.
        guard source.isReady else { return nil }
        return .pieces(source)
    }

    package func update(_ response: StoredResponse) async {
        let head = HeadCoder.encode(response)
        _ = attempt("updating") { () throws(StoreError) in
            try database.write { connection throws(StoreError) in
                try connection.run(
                    "UPDATE response SET head = ?2, headsum = ?3 WHERE id = ?1 AND state = 1",
                    .int(response.id),
                    .bytes(head),
                    .int(Checksum.of(head, response.key.hash))
                )
            }
        }
    }

    package func save(
        _ response: StoredResponse,
        _ body: [UInt8],
        replacing: [StoredResponse]
    ) async -> Bool {
        let cost = response.cost - response.length + body.count
        guard cost <= limit / 4 else {
            await remove(replacing)
            return false
        }
        if body.count > Self.inlineLimit {
            let writer = PieceWriter(response, self)
            for start in stride(from: 0, to: body.count, by: Self.pieceSize) {
                let piece = Array(body[start..<min(start + Self.pieceSize, body.count)])
                guard await writer.write(piece) else { return false }
            }
            return writer.commit(replacing.map(\.id))
        }
        let saved: Void? = attempt("storing") { () throws(StoreError) in
            try database.write { connection throws(StoreError) in
                try delete(replacing.map(\.id), connection)
                var row = Row(response, body: body)
                row.used = Int64(seconds())
                try row.insert(connection)
                try writeUse(connection)
                try evict(connection)
            }
        }
        return saved != nil
    }

    package func begin(_ response: StoredResponse) async -> (any ResponseWriter)? {
        PieceWriter(response, self)
    }

    package func remove(_ responses: [StoredResponse]) async {
        guard !responses.isEmpty else { return }
        _ = attempt("removing") { () throws(StoreError) in
            try database.write { connection throws(StoreError) in
                try delete(responses.map(\.id), connection)
            }
        }
    }

    package func remove(_ choice: CacheChoice) async -> Int {
        let (condition, values) = Row.condition(choice)
        let ids = attempt("choosing") { () throws(StoreError) in
            try database.read { connection throws(StoreError) in
                try Row.ids(connection, condition, values)
            }
        }
        guard let ids, !ids.isEmpty else { return 0 }
        _ = attempt("removing") { () throws(StoreError) in
            try database.write { connection throws(StoreError) in
                try delete(ids, connection)
                try connection.execute("PRAGMA incremental_vacuum(512)")
            }
        }
        return ids.count
    }

    package func list(_ choice: CacheChoice, limit: Int) async -> [StoredResponse] {
        let (condition, values) = Row.condition(choice)
        let rows = attempt("listing") { () throws(StoreError) in
            try database.read { connection throws(StoreError) in
                let order = " ORDER BY id DESC LIMIT \(max(0, limit))"
                return try Row.select(connection, condition + order, values)
            }
        }
        return (rows ?? []).compactMap(checked)
    }

    package func usage() async -> (count: Int, bytes: Int) {
        let total = attempt("counting") { () throws(StoreError) in
            try database.read { connection throws(StoreError) in
                let count = try connection.number("SELECT count FROM total")
                let cost = try connection.number("SELECT cost FROM total")
                return (count: Int(count ?? 0), bytes: Int(cost ?? 0))
            }
        }
        return total ?? (0, 0)
    }
}

extension ResponseTable {
    /// Deletes answers; one that is being read lives until its reader is done.
    func delete(_ ids: [Int64], _ connection: Connection) throws(StoreError) {
        let readings = readings.withLock { Set($0.keys) }
        for id in ids {
            let sql =
                readings.contains(id)
                ? "UPDATE response SET state = 2 WHERE id = ?1"
                : "DELETE FROM response WHERE id = ?1"
            try connection.run(sql, .int(id))
        }
    }

    /// Lets those used longest ago leave until a twentieth of the room is free.
    func evict(_ connection: Connection) throws(StoreError) {
        guard let cost = try connection.number("SELECT cost FROM total"), cost > limit else {
            return
        }
        var excess = Int(cost) - limit + limit / 20
        while excess > 0 {
            var ids: [Int64] = []
            do {
                var statement = try connection.statement(
                    "SELECT id, cost FROM response WHERE state = 1 ORDER BY used, id LIMIT 64"
                )
                while excess > 0, try statement.step() {
                    ids.append(statement.int(0))
                    excess -= Int(statement.int(1))
                }
            }
            if ids.isEmpty { break }
            try delete(ids, connection)
        }
        try connection.execute("PRAGMA incremental_vacuum(512)")
    }

    /// Writes what was used since the last time.
    func writeUse(_ connection: Connection) throws(StoreError) {
        let ids = used.withLock { used in
            defer { used = [] }
            return used
        }
        let now = Int64(seconds())
        for id in ids {
            try connection.run("UPDATE response SET used = ?2 WHERE id = ?1", .int(id), .int(now))
        }
    }

    private func noteUse() {
        _ = attempt("noting use") { () throws(StoreError) in
            try database.write { connection throws(StoreError) in try writeUse(connection) }
        }
    }

    /// What processes left behind that died while they wrote or read.
    private func tidy() {
        let past = Int64(seconds()) - 3600
        _ = attempt("tidying") { () throws(StoreError) in
            let left = try database.read { connection throws(StoreError) in
                try connection.number(
                    "SELECT count(*) FROM response WHERE state <> 1 AND used < ?1",
                    .int(past)
                )
            }
            guard left ?? 0 > 0 else { return }
            try database.write { connection throws(StoreError) in
                try connection.run(
                    "DELETE FROM response WHERE state <> 1 AND used < ?1",
                    .int(past)
                )
            }
        }
    }

    /// A reader of pieces is done: what was deleted meanwhile goes.
    func endReading(_ id: Int64) {
        let isLast = readings.withLock { readings in
            guard let count = readings[id] else { return false }
            readings[id] = count > 1 ? count - 1 : nil
            return count == 1
        }
        guard isLast else { return }
        let isDead = attempt("looking up") { () throws(StoreError) in
            try database.read { connection throws(StoreError) in
                try connection.number(
                    "SELECT 1 FROM response WHERE id = ?1 AND state = 2",
                    .int(id)
                )
            }
        }
        guard isDead ?? nil != nil else { return }
        _ = attempt("removing") { () throws(StoreError) in
            try database.write { connection throws(StoreError) in try delete([id], connection) }
        }
    }
}

extension CacheKey {
    /// What a row is looked up by; other keys may have the same.
    var hash: Int64 { Checksum.of(Array((url + "\n" + rest).utf8)) }

    /// All but the address.
    var rest: String { content + "\n" + partition }
}
