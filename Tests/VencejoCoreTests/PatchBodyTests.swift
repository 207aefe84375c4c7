import Testing
import VencejoCore
import VencejoHTTP
import VencejoJSON

private struct Profile: Codable, Sendable {
    var fullName: String
    var nickname: String?
    var tags: [String]
}

@Suite struct `A body that says what changes` {
    private func sent(_ body: Body) async throws -> (type: String?, text: String) {
        let transport = AnswerTransport(200, "{}")
        let api = APIClient(
            baseURL: "https://api.example.com",
            transport: transport,
            configure: { $0.json.keys = .snakeCase }
        )
        try await api.patch("profile", body: body)
        let request = try #require(transport.requests.first)
        return (
            request.headers[.contentType],
            String(decoding: request.body.bytes ?? [], as: UTF8.self)
        )
    }

    @Test func `holds the members that differ, spelt by the client's coder`() async throws {
        let old = Profile(fullName: "Ada", nickname: "A", tags: ["x"])
        var new = old
        new.fullName = "Ada Lovelace"
        new.nickname = nil
        let (type, text) = try await sent(.mergePatch(from: old, to: new))
        #expect(type == "application/merge-patch+json")
        #expect(text == #"{"full_name":"Ada Lovelace","nickname":null}"#)
    }

    @Test func `may be written by hand`() async throws {
        let merge = try await sent(.mergePatch(["a_b": nil, "c": 1, "d": ["x"]]))
        #expect(merge.text == #"{"a_b":null,"c":1,"d":["x"]}"#)
        let place = JSONPointer(tokens: ["tags"]).appending("-")
        let patch = try await sent(.jsonPatch([.add(place, "new")]))
        #expect(patch.type == "application/json-patch+json")
        #expect(patch.text == #"[{"op":"add","path":"/tags/-","value":"new"}]"#)
    }

    @Test func `may mix types in a literal`() async throws {
        #expect(try await sent(.json(["id": 1, "name": "Ada"])).text == #"{"id":1,"name":"Ada"}"#)
    }
}
