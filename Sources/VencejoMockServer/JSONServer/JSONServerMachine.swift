import VencejoHTTP
package import VencejoJSON

/// json-server 0.16 as a value: a request in, an answer out, no I/O and no clock.
///
/// Where the original answers 500 because its program fails, so does this; its text is our own.
package struct JSONServerMachine: Sendable {
    /// Whether writes last; without, they are answered as if they did.
    let persists: Bool
    var database: Database
    private var generator: SplitMix
    private static let longestDelay = 10_000.0

    package init(database: JSONValue, persists: Bool, seed: UInt64 = 0x5EED) {
        self.database = Database(database)
        self.persists = persists
        generator = SplitMix(seed: seed)
    }

    /// The answer, with the fields that Express and its CORS handler add.
    package mutating func handle(_ request: RecordedRequest) -> MockResponse {
        if request.method == .options { return Express.preflight(request) }
        var response = route(request)
        if let delay = request.query("_delay").map(ScriptText.number), delay.isFinite, delay > 0 {
            if delay > Self.longestDelay {
                response = .failure("_delay must be under 10000ms")
            } else {
                response.latency = .fixed(.microseconds(Int(delay * 1000)))
            }
        }
        return Express.dress(response, for: request)
    }

    private mutating func route(_ request: RecordedRequest) -> MockResponse {
        guard let content = RequestContent(request) else {
            return .failure("The body is not the JSON that it claims to be")
        }
        let segments = request.segments
        var call = Call(request: request, content: content.object, query: request.query)
        if segments.count == 1, segments[0].lowercased() == "db", call.reads {
            return .json(.object(database.content))
        }
        var path = segments[...]
        if segments.count == 3, call.reads || request.method == .post {
            let key = EnglishNumber.singular(segments[0]) + "Id"
            call.query.removeAll { $0.name == key }
            call.query.append(QueryPair(key, segments[1]))
            if request.method == .post { call.content[key] = .string(segments[1]) }
            path = segments[2...]
        }
        guard let first = path.first, let name = database.name(like: first) else {
            return .notFound
        }
        let id = path.dropFirst().first
        guard path.count <= 2 else { return .notFound }
        if database[name]?.objectValue != nil {
            return id == nil ? answerObject(name, call) : .notFound
        }
        guard database[name]?.arrayValue != nil else { return .notFound }
        return answerCollection(name, id, call)
    }

    private mutating func answerCollection(
        _ name: String,
        _ id: String?,
        _ call: Call
    ) -> MockResponse {
        switch (call.request.method, id) {
        case (.get, nil), (.head, nil): list(name, call)
        case (.get, let id?), (.head, let id?): show(name, id, call)
        case (.post, nil): create(name, call)
        case (.put, let id?): update(name, id, call, merging: false)
        case (.patch, let id?): update(name, id, call, merging: true)
        case (.delete, let id?): delete(name, id)
        default: .notFound
        }
    }

    private func list(_ name: String, _ call: Call) -> MockResponse {
        let query = ListQuery(call.query)
        let hits = query.select(from: database.items(name))
        let slice = ListSlice(hits, query: query, url: call.url)
        let relations = Relations(of: name, query: query, in: database)
        guard !relations.isEmpty else {
            return .json(.array(slice.items), headers: slice.headers)
        }
        var items: [JSONValue] = []
        for item in slice.items {
            guard let complete = relations.complete(item) else { return .noForeignKey }
            items.append(complete)
        }
        return .json(.array(items), headers: slice.headers)
    }

    private func show(_ name: String, _ id: String, _ call: Call) -> MockResponse {
        guard let item = database.item(id, in: name) else { return .notFound }
        let relations = Relations(of: name, query: ListQuery(call.query), in: database)
        return relations.complete(item).map { .json($0) } ?? .noForeignKey
    }

    /// A random text for collections whose ids are texts.
    mutating func randomID() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
        return String((0..<7).map { _ in alphabet[Int(generator.next() & 63)] })
    }
}

/// A request on its way to a resource.
struct Call: Sendable {
    let request: RecordedRequest
    var content: JSONObject
    var query: [QueryPair]

    var reads: Bool { request.method == .get || request.method == .head }

    /// The address as the client wrote it.
    var url: String {
        request.target.hasPrefix("/") ? request.base + request.target : request.target
    }
}

extension MockResponse {
    /// A status with an empty object.
    static func failed(_ status: HTTPStatus) -> MockResponse {
        .json([:], status: status)
    }

    /// What json-server says when nothing fits.
    static let notFound = MockResponse.json([:], status: .notFound)

    /// What json-server says when its own program fails.
    static func failure(_ text: String) -> MockResponse {
        MockResponse(
            status: .internalServerError,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: Array(text.utf8)
        )
    }

    static let noForeignKey = failure("The item has no key to expand by")
}

extension JSONServerMachine {
    /// JSONPlaceholder's six resources with texts of our own.
    package static var placeholderDatabase: JSONValue { PlaceholderData.database }
}

extension JSONServerMachine {
    /// The name of one item of a collection.
    package static func singular(_ name: String) -> String { EnglishNumber.singular(name) }

    /// The name of the collection of an item.
    package static func plural(_ name: String) -> String { EnglishNumber.plural(name) }
}
