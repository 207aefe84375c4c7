import CSQLite

/// One connection to a database file, with the statements that it has prepared.
///
/// Unchecked: a connection is touched only by who holds the lock of its ``Database``.
final class Connection: @unchecked Sendable {
    private let handle: OpaquePointer
    private var prepared: [String: OpaquePointer] = [:]

    /// Opens a file, and makes it where it is missing.
    init(path: String) throws(StoreError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let text = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw StoreError(code: Int(code), message: "\(text) (opening \(path))")
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 2_000)
    }

    deinit {
        for statement in prepared.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give nothing.
    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql) }
    }

    /// A statement ready to be bound; it is prepared once and kept.
    func statement(_ sql: String) throws(StoreError) -> Statement {
        if let known = prepared[sql] { return Statement(known, self, sql) }
        var made: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(handle, sql, -1, flags, &made, nil)
        guard code == SQLITE_OK, let made else { throw error(code, sql) }
        prepared[sql] = made
        return Statement(made, self, sql)
    }

    /// Runs a statement that gives nothing.
    func run(_ sql: String, _ values: Statement.Value...) throws(StoreError) {
        var statement = try statement(sql)
        for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
        _ = try statement.step()
    }

    /// The one number that a statement gives; nil where it gives none.
    func number(_ sql: String, _ values: Statement.Value...) throws(StoreError) -> Int64? {
        var statement = try statement(sql)
        for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
        return try statement.step() ? statement.int(0) : nil
    }

    /// The number of the row that was inserted last.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Whether a transaction is open: SQLite ends one by itself where the disk is full.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func error(_ code: Int32, _ sql: String) -> StoreError {
        let text = String(cString: sqlite3_errmsg(handle))
        return StoreError(code: Int(code), message: "\(text) (\(sql.prefix(80)))")
    }
}
