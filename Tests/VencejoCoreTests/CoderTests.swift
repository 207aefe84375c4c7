import Foundation
import Testing
import VencejoConcurrency
import VencejoCore
import VencejoFoundation
import VencejoHTTP
import VencejoJSON

private struct Note: Codable, Sendable, Equatable {
    var title: String
    var due: Date
}

/// Another format behind the same protocol.
private struct PropertyList: BodyCoder {
    var contentType: String { "application/x-plist" }

    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try PropertyListDecoder().decode(type, from: Data(bytes))
    }

    func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        [UInt8](try PropertyListEncoder().encode(value))
    }
}

private struct PutNote: Endpoint {
    typealias Output = Note
    let note: Note
    var format: (any BodyCoder)?
    var method: HTTPMethod { .put }
    var path: Path { "notes/1" }
    var body: Body { .encoded(note) }
    var coder: (any BodyCoder)? { format }
}

private struct Listed: Endpoint {
    typealias Output = [Note]
    var path: Path { "notes" }
    var envelope: String { "data.items" }
}

/// Reads itself; by containers it fails.
private struct Quick: Codable, JSONReadable, Sendable {
    var title: String
    enum CodingKeys: String, CodingKey { case title }
    init(title: String) { self.title = title }
    init(json: JSONReader<CodingKeys>) throws { title = try json.read(.title) + "!" }
    init(from decoder: any Decoder) throws {
        throw DecodingError.valueNotFound(
            Quick.self,
            .init(codingPath: [], debugDescription: "slow")
        )
    }
}

@Suite struct `A client's coder` {
    private let note = Note(title: "Bread", due: Date(timeIntervalSince1970: 1_709_209_800))

    /// Answers with what it was sent.
    private func echo(
        configure: @Sendable (inout ClientConfiguration) -> Void = { _ in }
    ) -> (APIClient, AnswerTransport) {
        let transport = AnswerTransport { request throws(NetworkError) in
            Response(
                status: 200,
                headers: ["Content-Type": request.headers[.contentType] ?? ""],
                body: ResponseBody(request.body.bytes ?? []),
                request: request
            )
        }
        let api = APIClient(
            baseURL: "https://api.example.com",
            transport: transport,
            configure: configure
        )
        return (api, transport)
    }

    @Test func `lets types read themselves that can, wherever they stand`() async throws {
        let (api, _) = echo()
        let one: Quick = try await api.post("notes", body: Quick(title: "a"))
        #expect(one.title == "a!")
        let many: [String: [Quick]] = try await api.post(
            "notes",
            body: ["x": [Quick(title: "b"), Quick(title: "c")]]
        )
        #expect(many["x"]?.map(\.title) == ["b!", "c!"])
    }

    @Test func `may be another format, both ways`() async throws {
        let (api, transport) = echo { $0.coder = PropertyList() }
        let back: Note = try await api.post("notes", body: note)
        #expect(back == note)
        let sent = try #require(transport.requests.first)
        #expect(sent.headers[.contentType] == "application/x-plist")
        #expect(sent.headers[.accept] == "application/x-plist")
        #expect(sent.body.bytes?.starts(with: Array("bplist".utf8)) == true)
        #expect(try await api.send(PutNote(note: note)) == note)
    }

    @Test func `leaves a body that is JSON in any case alone`() async throws {
        let (api, transport) = echo { $0.coder = PropertyList() }
        try await api.post("notes", body: .json(["id": 1, "title": "Bread"]))
        #expect(transport.requests.first?.headers[.contentType] == "application/json")
        #expect(transport.requests.first?.body.bytes?.first == UInt8(ascii: "{"))
    }

    @Test func `may be another for one endpoint`() async throws {
        let (api, transport) = echo()
        #expect(try await api.send(PutNote(note: note, format: PropertyList())) == note)
        #expect(
            try await api.send(PutNote(note: note, format: JSON(dates: .secondsSince1970))) == note
        )
        #expect(try await api.response(to: PutNote(note: note)).value == note)
        let types = transport.requests.map { $0.headers[.contentType] }
        #expect(types == ["application/x-plist", "application/json", "application/json"])
        let numbers = transport.requests[1].body.bytes.map { String(decoding: $0, as: UTF8.self) }
        #expect(numbers == #"{"title":"Bread","due":1709209800}"#)
    }

    @Test func `may be Foundation's own`() async throws {
        let foundation = FoundationJSON()
        foundation.decoder.dateDecodingStrategy = .iso8601
        foundation.encoder.dateEncodingStrategy = .iso8601
        let (api, transport) = echo { $0.coder = foundation }
        let back: Note = try await api.post("notes", body: note)
        #expect(back == note)
        #expect(transport.requests.first?.headers[.contentType] == "application/json")
    }

    @Test(arguments: [
        (#"[{"title": 1}]"#, DecodingProblem.Kind.typeMismatch, "[0].title"),
        (#"[{"title": "a"}]"#, .missingKey, "[0].due"),
        (#"[{"title": null}]"#, .missingValue, "[0].title"), ("[", .corrupted, ""),
    ])
    func `that is not ours still says where`(
        text: String,
        kind: DecodingProblem.Kind,
        path: String
    ) async {
        let api = APIClient(
            baseURL: "https://api.example.com",
            transport: AnswerTransport(200, text),
            configure: { $0.coder = FoundationJSON() }
        )
        let error = await #expect(throws: NetworkError.self) {
            let _: [Note] = try await api.get("notes")
        }
        guard case .decoding(let problem) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.kind == kind && problem.path == path)
        #expect(problem.description.hasPrefix(path.isEmpty ? "" : path + ": "))
    }

    @Test func `takes an endpoint's envelope off`() async throws {
        let text = #"{"data": {"items": [{"title": "a", "due": "2024-02-29T12:30:00Z"}]}}"#
        let api = APIClient(
            baseURL: "https://api.example.com",
            transport: AnswerTransport(200, text)
        )
        #expect(try await api.send(Listed()).map(\.title) == ["a"])
        #expect(try await api.response(to: Listed()).value.count == 1)
        let none: [Note] = try await APIClient(
            baseURL: "https://api.example.com",
            transport: AnswerTransport(204, "")
        ).send(Listed())
        #expect(none.isEmpty)
    }

    @Test func `tells how far model and answer have grown apart`() async throws {
        let text = #"[{"title": "a", "due": "2024-02-29T12:30:00Z", "color": "red"}]"#
        let seen = Locked<[String]>([])
        let api = APIClient(
            baseURL: "https://api.example.com",
            transport: AnswerTransport(200, text),
            configure: { configuration in
                configuration.onDrift = { drift, response in
                    seen.withLock { $0.append("\(response.url.path): \(drift)") }
                }
            }
        )
        let notes: [Note] = try await api.get("notes")
        #expect(notes.count == 1)
        #expect(seen.withLock { $0 } == ["/notes: Array<Note>: ignored [].color"])
        let response: Response = try await api.get("notes")
        #expect(try response.decodeReporting([Note].self).drift.ignored.map(\.path) == ["[].color"])
    }
}
