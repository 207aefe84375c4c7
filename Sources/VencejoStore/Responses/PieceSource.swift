import VencejoCache
import VencejoConcurrency
import VencejoCore

/// A stored body, piece by piece; each is checked before it is given.
final class PieceSource: BodySource {
    private struct State: Sendable {
        var next: Int64 = 0
        var rest: Int
        /// What was read ahead.
        var piece: [UInt8]?
        var isOver = false
    }

    private let id: Int64
    private let table: ResponseTable
    private let state: Locked<State>

    init(_ id: Int64, length: Int, _ table: ResponseTable) {
        self.id = id
        self.table = table
        state = Locked(State(rest: length))
        state.withLock { state in
            state.piece = read(state.next, atMost: state.rest)
        }
    }

    deinit { cancel() }

    /// Whether the first piece is there and good.
    var isReady: Bool { state.withLock { $0.piece != nil || $0.rest == 0 } }

    func next() async throws(NetworkError) -> [UInt8]? {
        let piece = state.withLock { state -> [UInt8]? in
            if state.isOver || state.rest == 0 { return [] }
            let piece = state.piece ?? read(state.next, atMost: state.rest)
            guard let piece else { return nil }
            state.piece = nil
            state.next += 1
            state.rest -= piece.count
            return piece
        }
        guard let piece else {
            cancel()
            throw NetworkError(.invalidResponse("a stored body is gone or damaged"))
        }
        if piece.isEmpty { cancel() }
        return piece.isEmpty ? nil : piece
    }

    func cancel() {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { table.endReading(id) }
    }

    /// A piece; nil where it is not as it was written, and then the answer is dropped.
    private func read(_ number: Int64, atMost rest: Int) -> [UInt8]? {
        if rest == 0 { return nil }
        let found = table.attempt("reading") { () throws(StoreError) in
            try table.database.read { connection throws(StoreError) -> ([UInt8], Int64)? in
                var statement = try connection.statement(
                    "SELECT bytes, sum FROM piece WHERE response = ?1 AND number = ?2"
                )
                try statement.bind(1, .int(id))
                try statement.bind(2, .int(number))
                return try statement.step() ? (statement.bytes(0), statement.int(1)) : nil
            }
        }
        guard let (bytes, sum) = found ?? nil else { return nil }
        guard !bytes.isEmpty, bytes.count <= rest, Checksum.of(bytes, id, number) == sum else {
            table.drop(id, "a piece is damaged")
            return nil
        }
        return bytes
    }
}
