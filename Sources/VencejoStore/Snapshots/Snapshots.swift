import VencejoCore
public import VencejoJSON

/// The last known values of an app's screens, kept under names.
///
///     if let known = await store.snapshots.load([User].self, "users") {
///         show(known.value, from: known.age)      // at once, without a network
///     }
///     let users: [User] = try await api.get("users")
///     await store.snapshots.save(users, "users")
///
/// What cannot be read, for whatever reason, is as if it had never been saved.
public struct Snapshots: Sendable {
    private let database: Database
    private let json: JSON
    private let sealing: Sealing?
    private let seconds: @Sendable () -> Int
    private let onTrouble: @Sendable (String) -> Void

    package init(
        _ database: Database,
        json: JSON = JSON(),
        sealing: Sealing? = nil,
        seconds: @escaping @Sendable () -> Int = TimeSource.systemCalendar,
        onTrouble: @escaping @Sendable (String) -> Void
    ) {
        self.database = database
        self.json = json
        self.sealing = sealing
        self.seconds = seconds
        self.onTrouble = onTrouble
    }

    /// Keeps a value in place of what was under the name; false where it could not.
    ///
    /// - Parameters:
    ///   - value: What is kept, as JSON.
    ///   - name: Where it is found again.
    ///   - version: The shape of the model: raise it when old values cannot be read any more.
    @discardableResult
    @concurrent
    public func save<Model: Encodable & Sendable>(
        _ value: Model,
        _ name: String,
        version: Int = 1
    ) async -> Bool {
        do {
            var bytes = Array(try json.encode(value))
            if let sealing { bytes = try sealing.seal(bytes) }
            let sum = Checksum.of(bytes, Int64(version))
            try database.write { connection throws(StoreError) in
                try connection.run(
                    "INSERT OR REPLACE INTO snapshot VALUES(?1, ?2, ?3, ?4, ?5)",
                    .text(name),
                    .int(Int64(version)),
                    .int(Int64(seconds())),
                    .int(sum),
                    .bytes(bytes)
                )
            }
            return true
        } catch {
            onTrouble("snapshot \(name) is not saved: \(error)")
            return false
        }
    }

    /// The value under a name, and its age; nil where there is none that can be read.
    ///
    /// - Parameters:
    ///   - type: What the value is.
    ///   - name: Where it was kept.
    ///   - version: The shape that the model has now.
    ///   - migrate: Makes the JSON of the shape before into that of a version; it is called once
    ///     for each version between. Without it, or where it throws, old values are none.
    @concurrent
    public func load<Model: Decodable & Sendable>(
        _ type: Model.Type,
        _ name: String,
        version: Int = 1,
        migrate: (@Sendable (_ value: JSONValue, _ version: Int) throws -> JSONValue)? = nil
    ) async -> Snapshot<Model>? {
        do {
            guard let row = try row(name) else { return nil }
            guard Checksum.of(row.bytes, row.version) == row.sum else {
                onTrouble("snapshot \(name) is damaged and dropped")
                await remove(name)
                return nil
            }
            let bytes = try sealing?.open(row.bytes) ?? row.bytes
            let value: Model
            if row.version == version {
                value = try json.decode(Model.self, from: bytes)
            } else if let migrate, row.version < version {
                var old = try JSONValue(parsing: bytes)
                for step in (Int(row.version) + 1)...version { old = try migrate(old, step) }
                value = try json.decode(Model.self, from: old.serializedBytes())
            } else {
                return nil
            }
            return Snapshot(value: value, age: max(0, seconds() - Int(row.saved)))
        } catch {
            onTrouble("snapshot \(name) cannot be read: \(error)")
            return nil
        }
    }

    /// Forgets the value under a name.
    public func remove(_ name: String) async {
        write("DELETE FROM snapshot WHERE key = ?1", .text(name))
    }

    /// Forgets all values: when somebody signs out, say.
    public func removeAll() async {
        write("DELETE FROM snapshot")
    }

    private func write(_ sql: String, _ values: Statement.Value...) {
        do throws(StoreError) {
            try database.write { connection throws(StoreError) in
                var statement = try connection.statement(sql)
                for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
                _ = try statement.step()
            }
        } catch {
            onTrouble("snapshots: \(error)")
        }
    }

    private struct Row {
        let version: Int64
        let saved: Int64
        let sum: Int64
        let bytes: [UInt8]
    }

    private func row(_ name: String) throws(StoreError) -> Row? {
        try database.read { connection throws(StoreError) -> Row? in
            var statement = try connection.statement(
                "SELECT version, saved, sum, bytes FROM snapshot WHERE key = ?1"
            )
            try statement.bind(1, .text(name))
            guard try statement.step() else { return nil }
            return Row(
                version: statement.int(0),
                saved: statement.int(1),
                sum: statement.int(2),
                bytes: statement.bytes(3)
            )
        }
    }
}

/// A value that was kept, and how long ago.
public struct Snapshot<Value: Sendable>: Sendable {
    public let value: Value
    /// Seconds since it was saved.
    public let age: Int

    package init(value: Value, age: Int) {
        self.value = value
        self.age = age
    }
}
