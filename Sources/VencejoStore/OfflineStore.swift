public import VencejoCache
import VencejoConcurrency
public import VencejoCore
public import VencejoJSON

/// A file that keeps answers and last known values: what an app shows without a network.
///
///     let store = try OfflineStore(path: folder + "/api.sqlite", megabytes: 100)
///     let api = APIClient(baseURL: url, pipeline: [.cache(store.responses)])
///
/// Several processes may use one file. A file that is damaged beyond reading is set aside under
/// another name and made anew; a database of another program is an error, and stays as it is.
public struct OfflineStore: Sendable {
    /// Stored answers: see `Layer.cache(_:policy:)`.
    public let responses: ResponseCache
    /// Last known values under names.
    public let snapshots: Snapshots
    package let table: ResponseTable
    package let database: Database

    /// Opens a file, and makes it where it is missing; its folder must be there.
    ///
    /// - Parameters:
    ///   - path: Where the file is; two more with endings of their own lie beside it.
    ///   - megabytes: How much the answers may take; those used longest ago leave first, and one
    ///     alone may take a quarter.
    ///   - json: What reads and writes the values of ``snapshots``.
    ///   - sealing: What seals and opens them.
    ///   - onTrouble: Is told what could not be read or written, one line each: a full disk, a
    ///     damaged answer. No call fails because of them.
    public init(
        path: String,
        megabytes: Int = 100,
        json: JSON = JSON(),
        sealing: Sealing? = nil,
        onTrouble: @escaping @Sendable (String) -> Void = StandardError.write
    ) throws(StoreError) {
        try self.init(
            path: path,
            bytes: megabytes << 20,
            json: json,
            sealing: sealing,
            onTrouble: onTrouble
        )
    }

    package init(
        path: String,
        bytes: Int,
        json: JSON = JSON(),
        sealing: Sealing? = nil,
        seconds: @escaping @Sendable () -> Int = TimeSource.systemCalendar,
        onTrouble: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        let database = try Self.database(path, onTrouble)
        self.init(database, bytes, json, sealing, seconds, onTrouble)
    }

    /// Opens a file that is there; none is made, and what is no store stays as it is.
    package init(
        existing path: String,
        onTrouble: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        guard Database.isThere(path) else { throw StoreError.missing(path) }
        let database = try Database(path: path)
        self.init(database, 100 << 20, JSON(), nil, TimeSource.systemCalendar, onTrouble)
    }

    private init(
        _ database: Database,
        _ bytes: Int,
        _ json: JSON,
        _ sealing: Sealing?,
        _ seconds: @escaping @Sendable () -> Int,
        _ onTrouble: @escaping @Sendable (String) -> Void
    ) {
        self.database = database
        table = ResponseTable(database, bytes: bytes, seconds: seconds, onTrouble: onTrouble)
        responses = ResponseCache(table)
        snapshots = Snapshots(
            database,
            json: json,
            sealing: sealing,
            seconds: seconds,
            onTrouble: onTrouble
        )
    }

    private static func database(
        _ path: String,
        _ onTrouble: @Sendable (String) -> Void
    ) throws(StoreError) -> Database {
        do throws(StoreError) {
            return try Database(path: path)
        } catch {
            // SQLITE_CORRUPT and SQLITE_NOTADB.
            guard error.primary == 11 || error.primary == 26 else { throw error }
            // It may be somebody's only copy of something else: nothing is deleted.
            guard let other = Database.setAside(path) else { throw error }
            onTrouble("cache: \(path) is made anew, what it was is now \(other): \(error)")
            return try Database(path: path)
        }
    }
}
