import VencejoCache

/// One row of the table of answers.
struct Row: Sendable {
    var id: Int64 = 0
    var key: CacheKey
    var head: [UInt8]
    var headSum: Int64
    /// Nil where the body lies in pieces.
    var body: [UInt8]?
    var bodySum: Int64 = 0
    var pieces: Int64 = 0
    var length: Int64
    var cost: Int64
    var used: Int64 = 0
    var state: Int64 = 1
    var tags: Set<String> = []

    init(_ response: StoredResponse, body: [UInt8]?) {
        var response = response
        response.length = body?.count ?? response.length
        key = response.key
        head = HeadCoder.encode(response)
        headSum = Checksum.of(head, key.hash)
        self.body = body
        bodySum = body.map { [hash = key.hash] in Checksum.of($0, hash) } ?? 0
        length = Int64(response.length)
        cost = Int64(response.cost)
        tags = response.tags
    }

    private init(_ statement: borrowing Statement) {
        id = statement.int(0)
        let rest = statement.text(2).split(
            separator: "\n",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        key = CacheKey(
            url: statement.text(1),
            content: String(rest.first ?? ""),
            partition: String(rest.count > 1 ? rest[1] : "")
        )
        head = statement.bytes(3)
        headSum = statement.int(4)
        body = statement.isNull(5) ? nil : statement.bytes(5)
        bodySum = statement.int(6)
        length = statement.int(7)
        cost = statement.int(8)
    }

    /// The answer; nil where the row is damaged.
    var response: StoredResponse? {
        let hash = key.hash
        guard Checksum.of(head, hash) == headSum else { return nil }
        if let body {
            guard Int64(body.count) == length, Checksum.of(body, hash) == bodySum else {
                return nil
            }
        }
        return HeadCoder.decode(head, id: id, key: key, length: Int(length), body: body)
    }

    /// Writes the row, and its words; the answer's number is known afterwards.
    @discardableResult
    func insert(_ connection: Connection) throws(StoreError) -> Int64 {
        try connection.run(
            """
            INSERT INTO response(
                hash, url, rest, head, headsum, body, bodysum, pieces, length, cost, used, state
            ) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            """,
            .int(key.hash),
            .text(key.url),
            .text(key.rest),
            .bytes(head),
            .int(headSum),
            body.map(Statement.Value.bytes) ?? .null,
            .int(bodySum),
            .int(pieces),
            .int(length),
            .int(cost),
            .int(used),
            .int(state)
        )
        let id = connection.lastRow
        for tag in tags {
            try connection.run(
                "INSERT OR IGNORE INTO tag(name, response) VALUES(?1, ?2)",
                .text(tag),
                .int(id)
            )
        }
        return id
    }

    static func select(
        _ connection: Connection,
        _ condition: String,
        _ values: [Statement.Value]
    ) throws(StoreError) -> [Row] {
        var statement = try connection.statement(
            """
            SELECT id, url, rest, head, headsum, body, bodysum, length, cost
            FROM response WHERE \(condition)
            """
        )
        for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
        var rows: [Row] = []
        while try statement.step() { rows.append(Row(statement)) }
        return rows
    }

    static func ids(
        _ connection: Connection,
        _ condition: String,
        _ values: [Statement.Value]
    ) throws(StoreError) -> [Int64] {
        var statement = try connection.statement("SELECT id FROM response WHERE \(condition)")
        for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
        var ids: [Int64] = []
        while try statement.step() { ids.append(statement.int(0)) }
        return ids
    }

    /// A choice in the language of the database.
    static func condition(_ choice: CacheChoice) -> (String, [Statement.Value]) {
        switch choice {
        case .all: ("state = 1", [])
        case .url(let url): ("state = 1 AND url = ?1", [.text(url)])
        case .prefix(let prefix):
            (
                "state = 1 AND url >= ?1 AND url < ?2",
                [.text(prefix), .text(prefix + "\u{10FFFF}")]
            )
        case .tag(let tag):
            ("state = 1 AND id IN (SELECT response FROM tag WHERE name = ?1)", [.text(tag)])
        }
    }
}
