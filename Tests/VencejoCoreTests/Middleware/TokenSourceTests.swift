import Testing
import VencejoConcurrency
import VencejoCore
import VencejoHTTP
import VencejoTesting

@Suite(.timeLimit(.minutes(1)))
struct TokenSourceTests {
    private struct Refused: Error {}

    private static func stub(accepting token: String) -> StubTransport {
        StubTransport {
            $0.on(
                .get,
                "a",
                respond: .reply { request in
                    await Task.yield()
                    let isGood = request.headers[.authorization] == "Bearer " + token
                    return isGood ? .json([1]) : .status(401)
                }
            )
        }
    }

    private func results(
        of count: Int,
        from api: APIClient
    ) async -> [Result<[Int], NetworkError>] {
        await withTaskGroup(of: Result<[Int], NetworkError>.self) { group in
            for _ in 0..<count {
                group.addTask {
                    await typed { () async throws(NetworkError) -> [Int] in
                        try await api.get("a")
                    }
                }
            }
            var results: [Result<[Int], NetworkError>] = []
            for await result in group { results.append(result) }
            return results
        }
    }

    @Test(arguments: [nil, "old"])
    func `any number of refused calls renew the token once`(_ first: String?) async {
        let renewals = Counter()
        let tokens = TokenSource(first) { refused in
            #expect(refused == first)
            _ = renewals.next()
            await Task.yield()
            return "new"
        }
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.authenticate(.bearer(tokens))],
            transport: Self.stub(accepting: "new")
        )
        let results = await results(of: 50, from: api)
        #expect(results.allSatisfy { (try? $0.get()) == [1] })
        #expect(renewals.next() == 1)
    }

    @Test func `where renewing fails each call fails once and none is sent again`() async {
        let (calls, renewals) = (20, Counter())
        let tokens = TokenSource("old") { _ in
            _ = renewals.next()
            throw Refused()
        }
        let arrivals = Locked(0)
        let stub = StubTransport {
            $0.on(
                .get,
                "a",
                respond: .reply { _ in
                    arrivals.withLock { $0 += 1 }
                    // Every call holds the old token before the first one is refused.
                    while arrivals.withLock({ $0 < calls }) { await Task.yield() }
                    return StubAnswer.status(401)
                }
            )
        }
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.authenticate(.bearer(tokens))],
            transport: stub
        )
        for result in await results(of: calls, from: api) {
            guard case .failure(let error) = result else {
                Issue.record("no failure")
                continue
            }
            #expect(error.kind == .authenticationExpired && error.underlying is Refused)
            #expect(error.response?.status == 401)
        }
        #expect(stub.requests.count == calls)
        #expect(renewals.next() == 1)
    }

    @Test(arguments: [nil, "B"])
    func `a token set during a renewal is not overwritten`(_ own: String?) async throws {
        let source = Locked<TokenSource?>(nil)
        let renewals = Counter()
        let tokens = TokenSource { _ in
            let number = renewals.next()
            if number == 0 { await source.withLock { $0 }?.set(own) }
            return "renewed \(number)"
        }
        source.withLock { $0 = tokens }
        let stub = Self.stub(accepting: "none")
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.authenticate(.bearer(tokens))],
            transport: stub
        )
        _ = await results(of: 1, from: api)
        let sent = stub.requests.map { $0.headers[.authorization] }
        #expect(
            sent
                == (own == nil
                    ? ["Bearer renewed 0", "Bearer renewed 1"] : ["Bearer B", "Bearer renewed 1"])
        )
    }

    @Test func `a cancelled caller does not wait for a renewal`() async {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let tokens = TokenSource { _ in
            start.finish()
            for await _ in ended {}
            return "late"
        }
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.authenticate(.bearer(tokens))],
            transport: Self.stub(accepting: "late")
        )
        let call = Task { await results(of: 1, from: api)[0] }
        for await _ in started {}
        call.cancel()
        let result = await call.value
        end.finish()
        guard case .failure(let error) = result else {
            Issue.record("no failure")
            return
        }
        #expect(error.kind == .cancelled)
    }

    @Test func `a new token that is refused too is an answer`() async {
        let tokens = TokenSource("old") { _ in "worse" }
        let stub = Self.stub(accepting: "good")
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.authenticate(.bearer(tokens))],
            transport: stub
        )
        let results = await results(of: 1, from: api)
        #expect(throws: NetworkError.self) { try results[0].get() }
        #expect(stub.requests.map(\.attempt) == [1, 2])
    }

    @Test func `a renewal through the same client does not wait for itself`() async throws {
        let stub = StubTransport {
            $0.on(.get, "a", respond: .sequence([.status(401), .json([1])]))
            $0.on(.get, "renew", respond: .status(401))
        }
        let client = Locked<APIClient?>(nil)
        let tokens = TokenSource("old") { _ in
            let api = try #require(client.withLock { $0 })
            return try await api.get("renew") as String
        }
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.authenticate(.bearer(tokens))],
            transport: stub
        )
        client.withLock { $0 = api }
        let results = await results(of: 1, from: api)
        #expect(throws: NetworkError.self) { try results[0].get() }
        #expect(stub.requests.count == 2)
    }
}
