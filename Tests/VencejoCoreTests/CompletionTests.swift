import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

private struct ListUsers: Endpoint {
    typealias Output = [User]
    let path: Path = "users"
}

@Suite struct CompletionTests {
    @Test func `A2 a completion gets the decoded value once`() async {
        let api = client(AnswerTransport(200, #"[{"id":1,"name":"Ada"}]"#))
        await confirmation(expectedCount: 3) { told in
            let users: Completion<[User]> = { result in
                #expect((try? result.get())?.first?.name == "Ada")
                told()
            }
            await api.get("users", completion: users).finished()
            await api.send(ListUsers(), completion: users).finished()
            await api.request(ListUsers(), completion: users).finished()
        }
    }

    @Test func `A2 a completion gets the typed error`() async {
        let api = client(AnswerTransport(404, "{}"))
        await confirmation { told in
            let handle = api.delete("x") { (result: Result<Response, NetworkError>) in
                #expect(throws: NetworkError.self) { try result.get() }
                told()
            }
            await handle.finished()
        }
    }

    @Test func `Cancelling a handle ends the call as cancelled, once`() async {
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let transport = AnswerTransport { request throws(NetworkError) in
            begin.yield()
            let (never, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            throw NetworkError(.cancelled, request: request)
        }
        await confirmation { told in
            let handle = client(transport).post("x", body: ["a": 1]) {
                (result: Result<User, NetworkError>) in
                if case .failure(let error) = result { #expect(error.kind == .cancelled) }
                told()
            }
            for await _ in started { break }
            handle.cancel()
            handle.cancel()
            await handle.finished()
            handle.cancel()
        }
    }

    @Test func `Racing cancels never tell a completion twice or not at all`() async {
        let api = client(AnswerTransport(200, "[]"))
        let told = Locked(0)
        await withDiscardingTaskGroup { group in
            for _ in 0..<1_000 {
                let handle = api.get("x") { (_: Result<[User], NetworkError>) in
                    told.withLock { $0 += 1 }
                }
                group.addTask {
                    handle.cancel()
                    await handle.finished()
                }
            }
        }
        #expect(told.withLock { $0 } == 1_000)
    }
}
