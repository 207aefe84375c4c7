import Testing
import Vencejo
import VencejoConcurrency

private struct User: Decodable, Sendable {
    let id: Int
    let name: String
}

private struct Created: Decodable, Sendable, Equatable {
    let id: Int
}

private struct NewComment: Encodable, Sendable {
    let name: String
}

@Suite struct LessonJourneyTests {
    @Test(arguments: Ground.allCases)
    func `A2 a list is asked for and decoded`(ground: Ground) async throws {
        try await ground.walk { api in
            let users: [User] = try await api.get("users")
            #expect(users.first?.id == 1)
            #expect(users.allSatisfy { !$0.name.isEmpty })
        }
    }

    @Test(arguments: Ground.allCases)
    func `D5 a comment is created with the next id`(ground: Ground) async throws {
        try await ground.walk { api in
            let comment: Created = try await api.post("comments", body: NewComment(name: "Ada"))
            #expect(comment == Created(id: 501))
        }
    }

    @Test(arguments: Ground.allCases)
    func `D2 a refusal keeps its code and reads as one`(ground: Ground) async throws {
        try await ground.walk { api in
            do throws(NetworkError) {
                let _: Created = try await api.post("comentarios", body: NewComment(name: "Ada"))
                Issue.record("a route that is not there answered")
            } catch {
                #expect(error.kind == .status(404))
                #expect(error.response?.body.bytes == Array("{}".utf8))
                let message = error.userMessage(in: .spanish)
                #expect(message == "El servidor respondió con el código 404")
            }
        }
    }

    @Test(arguments: Ground.allCases)
    func `A4 nothing is decoded from a deletion`(ground: Ground) async throws {
        try await ground.walk { api in
            let response: Response = try await api.delete("posts/1")
            #expect(response.status == .ok)
        }
    }

    @Test(arguments: Ground.allCases)
    func `A8 the server's explanation is kept`(ground: Ground) async throws {
        try await ground.walk { api in
            do throws(NetworkError) {
                try await api.post("validation", body: ["title": ""])
                Issue.record("an empty title was accepted")
            } catch {
                #expect(error.kind == .status(422))
                #expect(error.apiError?.code == "validation.failed")
                #expect(error.apiError?.details?["title"] != nil)
            }
        }
    }

    @Test(arguments: Ground.allCases)
    func `C5 a wrong type names its field and place`(ground: Ground) async throws {
        try await ground.walk { api in
            do throws(NetworkError) {
                let _: User = try await api.get("broken/users/1")
                Issue.record("a text was taken for a number")
            } catch {
                guard case .decoding(let problem) = error.kind else {
                    Issue.record("\(error)")
                    return
                }
                #expect(problem.kind == .typeMismatch)
                #expect(problem.path == "id")
                #expect(problem.expected == "Int")
                #expect(problem.line != nil)
            }
        }
    }

    /// `Scripts/tsan` runs it too: whatever layers share, they share without a race.
    @Test(arguments: Ground.allCases)
    func `B6 one client with many layers serves many tasks at once`(ground: Ground) async throws {
        let lines = Locked(0)
        let renewals = Locked(0)
        let table = MetricsTable()
        let tokens = TokenSource { _ in
            renewals.withLock { $0 += 1 }
            return "lesson-token"
        }
        let pipeline: Pipeline = [
            .log(sink: { _ in lines.withLock { $0 += 1 } }), .metrics(table),
            .authenticate(.bearer(tokens)), .retry(), .circuitBreaker(failures: 5),
            .pace(.perHost), .cookies(CookieJar()), .cache(.memory(megabytes: 1)),
        ]
        try await ground.walk(pipeline: pipeline) { api in
            let counts = await withTaskGroup(of: Int?.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        if number % 2 == 0 {
                            return try? await (api.get("users") as [User]).count
                        }
                        let new = NewComment(name: "\(number)")
                        return try? await (api.post("comments", body: new) as Created).id
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts.count { $0 == 501 } == 32)
            #expect(counts.allSatisfy { $0 != nil })
        }
        #expect(renewals.withLock { $0 } == 1)
        #expect(lines.withLock { $0 } == 128)
        #expect(table.histogram("http.client.request.duration")?.count == 64)
    }

    @Test func `D2 nobody answering reads as no connection`() async {
        let api = APIClient(baseURL: "http://127.0.0.1:1")
        do throws(NetworkError) {
            let _: [User] = try await api.get("users")
            Issue.record("somebody answered on port 1")
        } catch {
            #expect(error.kind == .noConnection(.refused))
            #expect(error.userMessage(in: .spanish) == "No hay conexión")
            #expect(error.isRetriable)
        }
    }
}
