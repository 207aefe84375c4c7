import Foundation
import Testing
import VencejoCore
import VencejoFoundation
import VencejoHTTP
import VencejoJSON

private struct Usuario: Codable, Sendable {
    let nombre: String
    let fechaRegistro: Date

    enum CodingKeys: String, CodingKey {
        case nombre = "fullName"
        case fechaRegistro = "registeredAt"
    }
}

@Suite struct FoundationTests {
    @Test func `B2 an error's localized description is the sentence for a person`() {
        let error: any Error = NetworkError(.status(404))
        #expect(error.localizedDescription == NetworkError(.status(404)).userMessage)
        #expect((error as? any LocalizedError)?.failureReason == "404 Not Found")
    }

    @Test func `A client and a path may be given as URLs`() async throws {
        let base = try #require(URL(string: "https://a.com/v1"))
        let next = try #require(URL(string: "https://b.com/next?p=2"))
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let api = APIClient(baseURL: base, transport: AnswerTransport(200, "{}"))
        #expect(try await api.get("x/\(id)").url.path == "/v1/x/\(id)")
        let response = try await api.get(Path(next), query: ["id": id])
        #expect(response.foundationURL?.absoluteString == "https://b.com/next?p=2&id=\(id)")
        #expect(response.data == Data("{}".utf8))
        #expect(URI(next)?.host == "b.com")
        #expect(try URL(#require(URI("https://a.com/ñ")))?.absoluteString == "https://a.com/%C3%B1")
    }

    @Test func `A1 renamed keys and ISO 8601 dates are decoded and written back`() async throws {
        let text = #"{"fullName":"Ada","registeredAt":"2025-11-20T10:30:00Z"}"#
        let transport = AnswerTransport(200, text)
        let api = client(transport)
        let usuario: Usuario = try await api.get("users/1")
        #expect(usuario.fechaRegistro == Date(timeIntervalSince1970: 1_763_634_600))
        let back: Usuario = try await api.post("users", body: usuario)
        #expect(back.nombre == "Ada")
        let sent = transport.requests.last?.body.bytes
        #expect(sent.map { String(decoding: $0, as: UTF8.self) } == text)
        #expect(try JSON().decode(Usuario.self, from: Data(text.utf8)).nombre == "Ada")
        #expect(try JSON().data(from: usuario) == Data(text.utf8))
    }

    @Test func `B4 C1 keys are converted by strategy where the client says so`() async throws {
        struct Person: Decodable, Sendable {
            let firstName: String
        }
        struct Page: Decodable, Sendable {
            let data: [Person]
        }
        let api = client(AnswerTransport(200, #"{"data":[{"id":1,"first_name":"Ada"}]}"#)) {
            $0.json.keys = .snakeCase
        }
        let page: Page = try await api.get("users", query: ["page": 1])
        #expect(page.data.first?.firstName == "Ada")
    }
}
