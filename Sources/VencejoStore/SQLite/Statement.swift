import CSQLite

/// One run of a prepared statement; it is reset when it goes.
struct Statement: ~Copyable {
    /// What can be bound.
    enum Value: Sendable {
        case int(Int64)
        case text(String)
        case bytes([UInt8])
        case null
    }

    private let handle: OpaquePointer
    private let connection: Connection
    private let sql: String

    init(_ handle: OpaquePointer, _ connection: Connection, _ sql: String) {
        self.handle = handle
        self.connection = connection
        self.sql = sql
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    mutating func bind(_ index: Int, _ value: Value) throws(StoreError) {
        let place = Int32(index)
        let code: Int32
        switch value {
        case .int(let number): code = sqlite3_bind_int64(handle, place, number)
        case .text(let text):
            var text = text
            code = text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { characters in
                    vencejo_bind_text(handle, place, characters.baseAddress, Int32(utf8.count))
                }
            }
        case .bytes(let bytes):
            // No bytes are an empty value, not none.
            code =
                bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, place, 0)
                : bytes.withUnsafeBytes { buffer in
                    vencejo_bind_blob(handle, place, buffer.baseAddress, Int32(buffer.count))
                }
        case .null: code = sqlite3_bind_null(handle, place)
        }
        guard code == SQLITE_OK else { throw connection.error(code, sql) }
    }

    /// Goes on to the next row; false where there is none.
    mutating func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.error(code, sql)
        }
    }

    func int(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    func text(_ column: Int) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }

    func bytes(_ column: Int) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        guard count > 0, let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
