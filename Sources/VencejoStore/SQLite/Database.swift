import CSQLite
import Synchronization
import VencejoConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A database file in this process: one connection that writes, some that read beside it.
///
/// Other processes may have the same file open: SQLite's write-ahead log lets one of all write at
/// a time, and readers never wait. What was committed outlives the death of the process at any
/// moment; a power cut may cost the last moments, never the rest (`synchronous=NORMAL`).
package final class Database: Sendable {
    private final class Reader: Sendable {
        let connection: Locked<Connection>

        init(_ path: String) throws(StoreError) {
            connection = Locked(try Database.opened(path))
        }
    }

    package let path: String
    private let writer: Locked<Connection>
    private let readers: [Reader]
    private let turn = Atomic(0)

    /// Opens a file and brings its tables up to date.
    ///
    /// - Parameter readers: How many may read at a time.
    package init(path: String, readers: Int = 2) throws(StoreError) {
        guard !path.isEmpty else { throw StoreError(code: 0, message: "a file needs a name") }
        // `:memory:` would be a database of its own for each connection.
        let path = path.hasPrefix(":") ? "./" + path : path
        self.path = path
        // For nobody else's eyes: SQLite gives the files beside it the same rights.
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        if file >= 0 { close(file) }
        let connection = try Connection(path: path)
        try Self.claim(connection, path)
        try Self.prepare(connection)
        try Migrations.run(on: connection)
        writer = Locked(connection)
        var opened: [Reader] = []
        for _ in 0..<max(1, readers) { opened.append(try Reader(path)) }
        self.readers = opened
    }

    /// What SQLite's header says of files that are ours: `VNCJ`.
    private static let mark: Int64 = 0x564E_434A

    /// Marks a new file as ours; a database of another program is not touched.
    private static func claim(_ connection: Connection, _ path: String) throws(StoreError) {
        // The tables first: whoever makes them has set the mark before.
        let tables = try connection.number("SELECT count(*) FROM sqlite_master") ?? 0
        let found = try connection.number("PRAGMA application_id") ?? 0
        if found == mark { return }
        guard tables == 0, found == 0 else {
            throw StoreError(code: 0, message: "\(path) is a database of another program")
        }
        // Before the first write: it cannot be changed afterwards.
        try connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
        try connection.execute("PRAGMA application_id=\(mark)")
    }

    private static func opened(_ path: String) throws(StoreError) -> Connection {
        let connection = try Connection(path: path)
        try prepare(connection)
        return connection
    }

    private static func prepare(_ connection: Connection) throws(StoreError) {
        try connection.execute("PRAGMA journal_mode=WAL")
        try connection.execute("PRAGMA synchronous=NORMAL")
        try connection.execute("PRAGMA journal_size_limit=8388608")
    }

    /// Reads; never waits for a writer.
    func read<Result>(
        _ body: (Connection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        let reader = readers[Int(UInt(bitPattern: number) % UInt(readers.count))]
        return try reader.connection.withLock { connection throws(StoreError) in
            try body(connection)
        }
    }

    /// Reads and writes as one: all of it happens, or nothing.
    func write<Result>(
        _ body: (Connection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try writer.withLock { connection throws(StoreError) in
            try connection.run("BEGIN IMMEDIATE")
            do throws(StoreError) {
                let result = try body(connection)
                try connection.run("COMMIT")
                return result
            } catch {
                if connection.isInTransaction { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }

    /// Runs statements of the connection that writes, outside a transaction.
    package func execute(_ sql: String) throws(StoreError) {
        try writer.withLock { connection throws(StoreError) in try connection.execute(sql) }
    }

    /// Whether there is anything of this name.
    package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Gives a file another name, and deletes what lies beside it; nil where that is not possible.
    static func setAside(_ path: String) -> String? {
        for number in 1...99 {
            let other = "\(path).damaged-\(number)"
            guard access(other, F_OK) != 0 else { continue }
            guard rename(path, other) == 0 else { return nil }
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            return other
        }
        return nil
    }

    /// Deletes a file and what belongs to it; others that have it open go on with what they have.
    package static func delete(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }
}
