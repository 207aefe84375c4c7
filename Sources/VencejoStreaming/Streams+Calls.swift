public import VencejoCore
public import VencejoHTTP
import VencejoWire

extension APIClientProtocol {
    /// The events of a server, as they come, for as long as somebody reads.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, or a whole address.
    ///   - method: GET, or POST where the request has a body, as chat services want.
    ///   - lastEventID: The event after which to begin.
    ///   - reconnect: When a connection that ended is made again.
    ///   - maximumEventBytes: The largest event that is read, in bytes.
    public nonisolated func events(
        _ path: Path,
        method: HTTPMethod = .get,
        query: Query = [],
        body: Body = .none,
        headers: Headers = [:],
        lastEventID: String = "",
        reconnect: ReconnectPolicy = .standard,
        maximumEventBytes: Int = 16 << 20
    ) -> EventStream {
        EventStream(
            client: self,
            request: built {
                () throws(NetworkError) in
                try makeRequest(method, path, query: query, body: body, headers: headers)
            },
            policy: reconnect,
            limit: maximumEventBytes,
            lastEventID: lastEventID
        )
    }

    /// The lines of an answer, each decoded from JSON: NDJSON, JSON Lines.
    ///
    /// Empty lines are passed over. The body is read at the pace of the loop, whatever its length.
    public nonisolated func lines<Row: Decodable & Sendable>(
        _ path: Path,
        as type: Row.Type = Row.self,
        query: Query = [],
        headers: Headers = [:],
        maximumLineBytes: Int = 16 << 20
    ) -> JSONLines<Row> {
        JSONLines(
            client: self,
            request: built {
                () throws(NetworkError) in
                try makeRequest(.get, path, query: query, headers: headers)
            },
            splitter: .lines(LineSplitter(maxLineBytes: maximumLineBytes))
        )
    }

    /// The texts of a JSON text sequence (RFC 7464), each decoded.
    public nonisolated func sequence<Row: Decodable & Sendable>(
        _ path: Path,
        as type: Row.Type = Row.self,
        query: Query = [],
        headers: Headers = [:],
        maximumTextBytes: Int = 16 << 20
    ) -> JSONLines<Row> {
        JSONLines(
            client: self,
            request: built {
                () throws(NetworkError) in
                try makeRequest(.get, path, query: query, headers: headers)
            },
            splitter: .lines(LineSplitter(maxLineBytes: maximumTextBytes, separator: 0x1E))
        )
    }

    /// The elements of one large array (`[{…},{…},…]`), each decoded as it comes.
    ///
    /// Only the element under way is held in memory, whatever the array's length. An answer that
    /// is no array, or ends before its array does, fails with
    /// ``NetworkError/Kind-swift.enum/decoding(_:)`` behind the elements that came whole.
    public nonisolated func elements<Row: Decodable & Sendable>(
        _ path: Path,
        as type: Row.Type = Row.self,
        query: Query = [],
        headers: Headers = [:],
        maximumElementBytes: Int = 16 << 20
    ) -> JSONLines<Row> {
        JSONLines(
            client: self,
            request: built {
                () throws(NetworkError) in
                try makeRequest(.get, path, query: query, headers: headers)
            },
            splitter: .array(ArraySplitter(maxElementBytes: maximumElementBytes))
        )
    }

    private nonisolated func built(
        _ make: () throws(NetworkError) -> Request
    ) -> Result<Request, NetworkError> {
        Result { () throws(NetworkError) in try make() }
    }
}
