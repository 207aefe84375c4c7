import VencejoCache
import VencejoConcurrency

/// A body on its way into the file: a piece at a time, and known to others only at the end.
final class PieceWriter: ResponseWriter {
    private struct State: Sendable {
        var buffer: [UInt8] = []
        /// The row of the answer, once the body has proved too large to lie in it.
        var id: Int64?
        var pieces: Int64 = 0
        var length = 0
        var isOver = false
    }

    private let response: StoredResponse
    private let table: ResponseTable
    private let state = Locked(State())

    init(_ response: StoredResponse, _ table: ResponseTable) {
        self.response = response
        self.table = table
    }

    deinit { abandon() }

    func write(_ piece: [UInt8]) async -> Bool {
        state.withLock { state in
            if state.isOver { return false }
            state.buffer += piece
            state.length += piece.count
            guard state.length <= table.limit / 4 else { return give(&state) }
            while state.buffer.count >= ResponseTable.pieceSize {
                let piece = Array(state.buffer.prefix(ResponseTable.pieceSize))
                state.buffer.removeFirst(piece.count)
                guard flush(piece, &state) else { return give(&state) }
            }
            return true
        }
    }

    func commit(replacing: [StoredResponse]) async {
        let small = state.withLock { state in
            state.id == nil && !state.isOver && state.buffer.count <= ResponseTable.inlineLimit
                ? state.buffer : nil
        }
        if let small {
            state.withLock { $0.isOver = true }
            _ = await table.save(response, small, replacing: replacing)
        } else {
            _ = commit(replacing.map(\.id))
        }
    }

    /// Makes the answer known; false where that failed.
    func commit(_ replaced: [Int64]) -> Bool {
        state.withLock { state in
            if state.isOver { return false }
            if !state.buffer.isEmpty {
                let rest = state.buffer
                state.buffer = []
                guard flush(rest, &state) else { return give(&state) }
            }
            guard let id = state.id else { return give(&state) }
            var response = response
            response.length = state.length
            let row = Row(response, body: nil)
            let done: Void? = table.attempt("storing") { () throws(StoreError) in
                try table.database.write { connection throws(StoreError) in
                    try table.delete(replaced, connection)
                    try connection.run(
                        """
                        UPDATE response SET head = ?2, headsum = ?3, pieces = ?4, length = ?5,
                            cost = ?6, used = ?7, state = 1 WHERE id = ?1
                        """,
                        .int(id),
                        .bytes(row.head),
                        .int(row.headSum),
                        .int(state.pieces),
                        .int(row.length),
                        .int(row.cost),
                        .int(Int64(table.seconds()))
                    )
                    try table.writeUse(connection)
                    try table.evict(connection)
                }
            }
            guard done != nil else { return give(&state) }
            state.isOver = true
            return true
        }
    }

    func abandon() {
        state.withLock { state in
            if !state.isOver { _ = give(&state) }
        }
    }

    private func flush(_ piece: [UInt8], _ state: inout State) -> Bool {
        let (known, number, length) = (state.id, state.pieces, state.length)
        let id = table.attempt("storing a piece") { () throws(StoreError) in
            try table.database.write { connection throws(StoreError) in
                var id = known ?? 0
                if known == nil {
                    var row = Row(response, body: nil)
                    row.used = Int64(table.seconds())
                    row.state = 0
                    id = try row.insert(connection)
                }
                try connection.run(
                    "INSERT INTO piece(response, number, sum, bytes) VALUES(?1, ?2, ?3, ?4)",
                    .int(id),
                    .int(number),
                    .int(Checksum.of(piece, id, number)),
                    .bytes(piece)
                )
                try connection.run(
                    "UPDATE response SET cost = ?2, used = ?3 WHERE id = ?1",
                    .int(id),
                    .int(Int64(length)),
                    .int(Int64(table.seconds()))
                )
                try table.evict(connection)
                return id
            }
        }
        guard let id else { return false }
        state.id = id
        state.pieces += 1
        return true
    }

    /// Ends without an answer, and takes out what was written.
    private func give(_ state: inout State) -> Bool {
        state.isOver = true
        state.buffer = []
        if let id = state.id {
            _ = table.attempt("removing") { () throws(StoreError) in
                try table.database.write { connection throws(StoreError) in
                    try connection.run("DELETE FROM response WHERE id = ?1", .int(id))
                }
            }
        }
        return false
    }
}
