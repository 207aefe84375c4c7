import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP

private struct ListUsers: Endpoint {
    typealias Output = [User]
    let path: Path = "users"
}

private struct Ping: Endpoint {
    typealias Output = Void
    let path: Path = "ping"
}

private struct Raw: Endpoint {
    typealias Output = Response
    let path: Path = "raw"
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

    @Test func `Whatever a call gives, a completion gets`() async throws {
        let answer = AnswerTransport(200, headers: ["ETag": "a"], #"[{"id":1,"name":"Ada"}]"#)
        let api = client(answer)
        let perform = try api.makeRequest(.get, "perform")
        await confirmation(expectedCount: 8) { told in
            await api.response(to: ListUsers()) { result in
                #expect((try? result.get())?.value == [User(id: 1, name: "Ada")])
                #expect((try? result.get())?.headers["etag"] == "a")
                told()
            }.finished()
            await api.response(to: Ping()) { (result: Result<Reply<Void>, NetworkError>) in
                #expect((try? result.get())?.request.url.path == "/v1/ping")
                told()
            }.finished()
            await api.response(to: Raw()) { (result: Result<Reply<Response>, NetworkError>) in
                #expect((try? result.get())?.value.headers["etag"] == "a")
                told()
            }.finished()
            await api.send(Ping()) { (result: Result<Void, NetworkError>) in
                #expect((try? result.get()) != nil)
                told()
            }.finished()
            for call in [
                { api.send(Raw(), completion: $0) }, { api.request(Raw(), completion: $0) },
                { api.head("x", completion: $0) }, { api.perform(perform, completion: $0) },
            ] as [(@escaping Completion<Response>) -> CallHandle] {
                await call { result in
                    #expect((try? result.get())?.status == 200)
                    told()
                }.finished()
            }
        }
        #expect(answer.requests.first?.headers[.accept] == "application/json")
    }

    @Test func `A failure to build a request is told too`() async {
        let api = APIClient(baseURL: "none", transport: AnswerTransport())
        await confirmation { told in
            await api.response(to: ListUsers()) { result in
                guard case .failure(let error) = result, case .invalidRequest = error.kind else {
                    Issue.record("\(result)")
                    return
                }
                told()
            }.finished()
        }
    }

    /// The answer came, and the cancel before it was told: the outcome is still the cancel's.
    @Test func `A cancel that an answer outran tells the request it was about`() async {
        let transport = AnswerTransport { request throws(NetworkError) in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return Response(status: 200, body: ResponseBody(Array("[]".utf8)), request: request)
        }
        await confirmation { told in
            await client(transport).get("x") { (result: Result<[User], NetworkError>) in
                guard case .failure(let error) = result else {
                    Issue.record("not cancelled")
                    return
                }
                #expect(error.kind == .cancelled)
                #expect(error.request?.url.description == "https://api.example.com/v1/x")
                told()
            }.finished()
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
