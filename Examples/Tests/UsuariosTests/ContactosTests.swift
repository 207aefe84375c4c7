import Foundation
import Pantalla
import Testing
import Usuarios
import Vencejo
import VencejoTesting

@Suite struct ContactosTests {
    private static let sample = """
        {"id":402,"full_name":"Ada Lovelace","is_active":true,
         "registered_at":"2025-11-20T10:30:00Z",
         "contact_info":{"email":"ada@history.com","phone":null}}
        """

    private static var stub: StubTransport {
        .stub { $0.on(.get, "contacts", respond: .json([User.ada])) }
    }

    @Test func `C1 the sample becomes a user with nested contact details`() throws {
        #expect(try JSON().decode(User.self, from: Self.sample) == .ada)
    }

    @Test func `C1 an absent telephone is none, as a null one is`() throws {
        let text = Self.sample.replacing(#","phone":null"#, with: "")
        #expect(try JSON().decode(User.self, from: text) == .ada)
    }

    private struct Persona: Decodable, Sendable {
        struct ContactInfo: Decodable, Sendable {
            let email: String
            let phone: String?
        }

        let fullName: String
        let registeredAt: Date
        let contactInfo: ContactInfo
    }

    @Test func `C1 the key strategy does as well as coding keys`() throws {
        let user = try JSON(keys: .snakeCase).decode(Persona.self, from: Self.sample)
        #expect(user.fullName == User.ada.fullName && user.registeredAt == User.ada.registeredAt)
        #expect(user.contactInfo.email == "ada@history.com" && user.contactInfo.phone == nil)
    }

    @Test(arguments: Via.allCases)
    func `C2 a generic fetch decodes what the call site wants`(via: Via) async throws {
        try await via.conLecciones(stub: Self.stub) { api in
            let users: [User] = try await NetworkUserService(api: api).fetch(url: "contacts")
            #expect(users.first == .ada)
        }
    }

    @MainActor @Test(arguments: Via.allCases)
    func `C3 loading ends in the list`(via: Via) async throws {
        try await via.conLecciones(stub: Self.stub) { api in
            let model = UsersViewModel(service: NetworkUserService(api: api))
            await model.load()
            #expect(model.users.first == .ada && !model.isLoading && model.errorMessage == nil)
        }
    }

    @MainActor @Test func `C3 a failed reload keeps the list and tells the server's code`() async {
        let body: JSONValue = ["code": "db.down", "message": "Vuelve luego"]
        let ada = User.ada
        let answer = StubAnswer.sequence([.json([ada]), .status(503, json: body)])
        let model = UsersViewModel(service: NetworkUserService(api: cliente(answer)))
        await model.load()
        await model.load()
        #expect(model.users == [.ada])
        let message = model.errorMessage
        #expect(message == "El servidor respondió con el código 503: Vuelve luego")
        #expect(!model.isLoading)
    }

    /// A service whose answer comes when the test says so.
    private final class Pausada: UserService {
        private let arrivals = AsyncStream.makeStream(of: Void.self)
        private let answers = AsyncStream.makeStream(of: [User].self)

        func users() async throws(NetworkError) -> [User] {
            arrivals.continuation.yield()
            for await users in answers.stream { return users }
            throw NetworkError(.cancelled)
        }

        func haLlegado() async {
            for await _ in arrivals.stream { return }
        }

        func responder(_ users: [User]) {
            answers.continuation.yield(users)
        }
    }

    @MainActor @Test func `C4 while it loads there is progress and no error`() async {
        let service = Pausada()
        let model = UsersViewModel(service: service)
        let visit = Task { await model.load() }
        await service.haLlegado()
        #expect(model.isLoading && model.errorMessage == nil)
        service.responder([.ada])
        await visit.value
        #expect(!model.isLoading && model.users == [.ada])
    }

    @MainActor @Test func `C4 leaving cancels the request and shows nothing`() async {
        let service = Pausada()
        let model = UsersViewModel(service: service)
        let visit = Task { await model.load() }
        await service.haLlegado()
        visit.cancel()
        await visit.value
        #expect(!model.isLoading && model.errorMessage == nil && model.users.isEmpty)
    }

    @MainActor @Test func `C4 after an error a retry brings the list`() async {
        let answer = StubAnswer.sequence([.fail(.noConnection(.refused)), .json([User.ada])])
        let model = UsersViewModel(service: NetworkUserService(api: cliente(answer)))
        await model.load()
        #expect(model.errorMessage == "No hay conexión")
        await model.load()
        #expect(model.errorMessage == nil && model.users == [.ada])
    }

    private struct Falta: Sendable {
        let old: String
        let new: String
        let kind: DecodingProblem.Kind
        let path: String
    }

    private static let faltas = [
        Falta(old: "402", new: "402,,", kind: .syntax, path: ""),
        Falta(
            old: #""email":"ada@history.com","#,
            new: "",
            kind: .missingKey,
            path: "contact_info.email"
        ),
        Falta(
            old: #""ada@history.com""#,
            new: "null",
            kind: .missingValue,
            path: "contact_info.email"
        ),
        Falta(old: "true", new: #""sí""#, kind: .typeMismatch, path: "is_active"),
    ]

    @Test(arguments: faltas.indices)
    func `C5 a body that does not fit says which field, where and why`(index: Int) async {
        let fault = Self.faltas[index]
        let text = Self.sample.replacing(fault.old, with: fault.new)
        let service = NetworkUserService(api: cliente(.text("[\(text)]")))
        await #expect { try await service.users() } throws: { error in
            guard case .decoding(let problem) = (error as? NetworkError)?.kind else {
                return false
            }
            let isPlaced = fault.path.isEmpty || problem.path.hasSuffix(fault.path)
            return problem.kind == fault.kind && isPlaced && problem.line != nil
                && problem.description.contains("expected")
                && ["found", "missing"].contains { problem.description.contains($0) }
        }
    }

    private static let grace = User(
        id: 403,
        fullName: "Grace Hopper",
        isActive: false,
        registeredAt: Date(timeIntervalSince1970: 1_767_312_000),
        contactInfo: User.ContactInfo(email: "grace@history.com", phone: "555 0100")
    )

    @MainActor @Test func `C6 the Mac's table has a column for each thing known`() async {
        let model = UsersViewModel(service: MockUserService([.ada, Self.grace]))
        await model.load()
        #expect(
            UserColumn.allCases.map(\.title) == ["Nombre", "Correo", "Teléfono", "Alta", "Activo"]
        )
        let rows = model.users.map { user in UserColumn.allCases.map { $0.text(of: user) } }
        #expect(
            rows == [
                ["Ada Lovelace", "ada@history.com", "–", "2025-11-20", "Sí"],
                ["Grace Hopper", "grace@history.com", "555 0100", "2026-01-02", "No"],
            ]
        )
    }

    @Test func `C6 the watch's row is one line, a telephone's has what is known`() {
        #expect(User.ada.compactRow == ("person.fill", "Ada Lovelace"))
        #expect(Self.grace.compactRow == ("person", "Grace Hopper"))
        #expect(User.ada.rowLines == ["Ada Lovelace", "ada@history.com"])
        #expect(Self.grace.rowLines == ["Grace Hopper", "grace@history.com", "555 0100"])
    }

    /// No Mac builds it here: that the screen has each platform's list is read from its source.
    @Test func `C6 the screen has a table on the Mac and a compact row on the watch`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Usuarios/Contactos/Presentation/UsersScreen.swift")
        let source = try String(contentsOf: path, encoding: .utf8)
        let mac = try #require(source.firstMatch(of: /#if os\(macOS\)((?s).*?)#elseif/))
        #expect(mac.1.contains("Table(users)") && mac.1.contains("UserColumn.allCases"))
        let watch = try #require(source.firstMatch(of: /#elseif os\(watchOS\)((?s).*?)#else/))
        #expect(watch.1.contains("compactRow") && watch.1.contains(".lineLimit(1)"))
        #expect(source.contains("user.rowLines"))
    }

    @MainActor @Test func `C7 a mock service feeds previews and tests`() async {
        let full = UsersViewModel(service: MockUserService())
        await full.load()
        #expect(full.users == [.ada])
        let broken = UsersViewModel(service: MockUserService(failing: .status(404)))
        await broken.load()
        #expect(broken.errorMessage == "El servidor respondió con el código 404")
    }
}
