/// How the tables of a file came to be, one step after another.
///
/// A step is never changed once it was released: what is to be otherwise is a new step.
enum Migrations: Sendable {
    static let steps: [String] = [
        """
        CREATE TABLE response(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash INTEGER NOT NULL,
            url TEXT NOT NULL,
            rest TEXT NOT NULL,
            head BLOB NOT NULL,
            headsum INTEGER NOT NULL,
            body BLOB,
            bodysum INTEGER NOT NULL,
            pieces INTEGER NOT NULL,
            length INTEGER NOT NULL,
            cost INTEGER NOT NULL,
            used INTEGER NOT NULL,
            state INTEGER NOT NULL
        );
        CREATE INDEX response_hash ON response(hash);
        CREATE INDEX response_url ON response(url);
        CREATE INDEX response_used ON response(used);
        CREATE TABLE piece(
            response INTEGER NOT NULL,
            number INTEGER NOT NULL,
            sum INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY(response, number)
        );
        CREATE TABLE tag(
            name TEXT NOT NULL,
            response INTEGER NOT NULL,
            PRIMARY KEY(name, response)
        ) WITHOUT ROWID;
        CREATE INDEX tag_response ON tag(response);
        CREATE TABLE total(id INTEGER PRIMARY KEY, count INTEGER NOT NULL, cost INTEGER NOT NULL);
        INSERT INTO total VALUES(1, 0, 0);
        CREATE TRIGGER response_in AFTER INSERT ON response BEGIN
            UPDATE total SET count = count + 1, cost = cost + new.cost;
        END;
        CREATE TRIGGER response_change AFTER UPDATE OF cost ON response BEGIN
            UPDATE total SET cost = cost + new.cost - old.cost;
        END;
        CREATE TRIGGER response_out AFTER DELETE ON response BEGIN
            UPDATE total SET count = count - 1, cost = cost - old.cost;
            DELETE FROM piece WHERE response = old.id;
            DELETE FROM tag WHERE response = old.id;
        END;
        """,
        """
        CREATE TABLE snapshot(
            key TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            saved INTEGER NOT NULL,
            sum INTEGER NOT NULL,
            bytes BLOB NOT NULL
        );
        """,
    ]

    /// Brings a file up to date; one of a newer program is left alone, with an error.
    static func run(on connection: Connection, steps: [String] = steps) throws(StoreError) {
        if try connection.number("PRAGMA user_version") == Int64(steps.count) { return }
        try connection.execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            // Another process may have done it meanwhile.
            let version = Int(try connection.number("PRAGMA user_version") ?? 0)
            guard version <= steps.count else {
                throw StoreError(code: 0, message: "the file is of a newer version: \(version)")
            }
            for step in steps[version...] { try connection.execute(step) }
            try connection.execute("PRAGMA user_version=\(steps.count)")
            try connection.execute("COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw error
        }
    }
}
