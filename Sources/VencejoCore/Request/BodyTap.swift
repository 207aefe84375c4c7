/// What a request's body passes through on its way to the connection: a meter, a brake.
///
/// It is put around the body when the request is handed to the transport and not before, so layers
/// that sign or repeat a request see the body as the caller gave it.
package struct BodyTap: Sendable {
    /// Called when the body begins, and each time it begins again: its bytes, where they are known.
    package var begin: @Sendable (_ total: Int?) -> Void
    /// Called with the bytes of each piece before the connection gets it; it may wait.
    package var pass: @Sendable (_ count: Int) async throws -> Void
    /// The most bytes of a piece; nil for whatever comes.
    package var pieceSize: Int?
    /// Whether it is about the bytes that really go out, rather than those that the caller gave.
    package var isOfWire: Bool

    package init(
        pieceSize: Int? = nil,
        isOfWire: Bool = false,
        begin: @escaping @Sendable (_ total: Int?) -> Void = { _ in },
        pass: @escaping @Sendable (_ count: Int) async throws -> Void
    ) {
        self.pieceSize = pieceSize
        self.isOfWire = isOfWire
        self.begin = begin
        self.pass = pass
    }
}

extension CallContext {
    /// What the body passes through, the first first; nothing by default.
    package var bodyTaps: [BodyTap] {
        get { self[BodyTapsKey.self] }
        set { self[BodyTapsKey.self] = newValue }
    }
}

private enum BodyTapsKey: CallContextKey {
    static let defaultValue: [BodyTap] = []
}

extension BodyTap {
    /// Sends a request whose body passes through its taps; what comes back has the body as it was.
    static func sending(
        _ request: Request,
        _ send: (Request) async throws(NetworkError) -> Response
    ) async throws(NetworkError) -> Response {
        let taps = request.context.bodyTaps
        guard !taps.isEmpty, !request.body.isNone else { return try await send(request) }
        var tapped = request
        tapped.body = try request.body.tapped(by: taps, for: request)
        do throws(NetworkError) {
            var response = try await send(tapped)
            response.request.body = request.body
            return response
        } catch {
            var error = error
            error.request?.body = request.body
            error.response?.request.body = request.body
            throw error
        }
    }
}

extension RequestBody {
    /// The same body, passing through taps.
    package func tapped(
        by taps: [BodyTap],
        for request: Request? = nil
    ) throws(NetworkError) -> RequestBody {
        let pieces: BodyPieces
        do throws(FileFault) {
            pieces = try BodyPieces(self)
        } catch {
            throw NetworkError(error.kind, request: request, underlying: error)
        }
        let total = pieces.count
        let size = taps.compactMap(\.pieceSize).min()
        return .stream(length: total, isReplayable: pieces.isReplayable) {
            for tap in taps { tap.begin(total) }
            return TappedChunks(base: pieces.chunks, taps: taps, pieceSize: size)
        }
    }
}

/// The chunks of a body that pass through taps.
private struct TappedChunks: AsyncSequence, Sendable {
    let base: PieceChunks
    let taps: [BodyTap]
    let pieceSize: Int?

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), taps: taps, pieceSize: pieceSize ?? .max)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: PieceChunks.Iterator
        let taps: [BodyTap]
        let pieceSize: Int
        /// What is left of a chunk that is larger than a piece may be.
        private var rest: ArraySlice<UInt8> = []

        init(base: PieceChunks.Iterator, taps: [BodyTap], pieceSize: Int) {
            self.base = base
            self.taps = taps
            self.pieceSize = Swift.max(pieceSize, 1)
        }

        mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            guard let piece = try await piece(isolation: actor) else { return nil }
            for tap in taps { try await tap.pass(piece.count) }
            return piece
        }

        private mutating func piece(
            isolation actor: isolated (any Actor)?
        ) async throws -> [UInt8]? {
            if rest.isEmpty {
                guard let chunk = try await base.next(isolation: actor) else { return nil }
                guard chunk.count > pieceSize else { return chunk }
                rest = chunk[...]
            }
            let piece = Array(rest.prefix(pieceSize))
            rest = rest.dropFirst(piece.count)
            return piece
        }
    }
}
