public import VencejoCore
import VencejoHTTP
import VencejoJSON
import VencejoWire

/// The JSON texts of an answer, one after another, at the pace of the loop.
///
///     for try await row in api.lines("export.ndjson", as: Row.self) { … }
///     for try await row in api.elements("export.json", as: Row.self) { … }
public struct JSONLines<Row: Decodable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = Row
    public typealias Failure = NetworkError

    let client: any APIClientProtocol
    let request: Result<Request, NetworkError>
    let splitter: TextSplitter

    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// One reading of the rows; it keeps the connection while it lives.
    public struct Iterator: AsyncIteratorProtocol {
        private let lines: JSONLines
        private var splitter: TextSplitter
        private var pending: [[UInt8]] = []
        private var position = 0
        private var body: BodyStream.Iterator?
        private var response: Response?
        private var isOver = false
        private var number = 0
        /// What is wrong with the body behind the rows that are pending.
        private var failure: NetworkError?

        init(_ lines: JSONLines) {
            self.lines = lines
            splitter = lines.splitter
        }

        public mutating func next() async throws(NetworkError) -> Row? {
            try await next(isolation: nil)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> Row? {
            do throws(NetworkError) {
                while true {
                    if let row = try takeRow() { return row }
                    if let failure { throw failure }
                    if isOver { return nil }
                    try await read()
                }
            } catch {
                isOver = true
                pending = []
                position = 0
                body = nil
                throw error
            }
        }

        private mutating func takeRow() throws(NetworkError) -> Row? {
            while position < pending.count {
                let text = pending[position]
                position += 1
                number += 1
                if text.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { continue }
                return try decode(text)
            }
            pending.removeAll(keepingCapacity: true)
            position = 0
            return nil
        }

        private func decode(_ text: [UInt8]) throws(NetworkError) -> Row {
            guard var response else { throw NetworkError(.cancelled) }
            response.body = ResponseBody(text)
            do throws(NetworkError) {
                return try response.decode(Row.self, with: lines.client.configuration.json)
            } catch {
                var error = error
                error.underlying = LineFault(number: number, error: error.underlying)
                throw error
            }
        }

        private mutating func read() async throws(NetworkError) {
            if body == nil {
                var request = try lines.request.get()
                request.delivery = .stream
                let answer = try await lines.client.perform(request)
                body = answer.body.stream.makeAsyncIterator()
                response = answer
                response?.body = ResponseBody()
            }
            let chunk = try await body?.next()
            guard let chunk else {
                isOver = true
                body = nil
                judged { splitter, texts throws(TextSplitter.Fault) in
                    try splitter.finish(into: &texts)
                }
                return
            }
            judged { splitter, texts throws(TextSplitter.Fault) in
                try splitter.feed(chunk, into: &texts)
            }
        }

        /// What came before a fault is given first.
        private mutating func judged(
            _ step: (inout TextSplitter, inout [[UInt8]]) throws(TextSplitter.Fault) -> Void
        ) {
            do throws(TextSplitter.Fault) {
                try step(&splitter, &pending)
            } catch {
                let kind = error.kind
                failure = NetworkError(kind, request: response?.request, response: response)
                isOver = true
                body = nil
            }
        }
    }
}

@available(*, unavailable)
extension JSONLines.Iterator: Sendable {}

/// In which line of an answer a fault is.
public struct LineFault: Error, Sendable {
    /// The number of the line, 1 being the first.
    public let number: Int
    /// What was wrong with it.
    public let error: (any Error)?
}
