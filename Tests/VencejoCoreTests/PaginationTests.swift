import Testing
import VencejoCore
import VencejoHTTP
import VencejoJSON
import VencejoTesting

@Suite struct PaginationTests {
    struct Numbers: Endpoint {
        typealias Output = [Int]
        var path: Path { "numbers" }
        var query: Query = []
    }

    struct NumberPage: Codable, Page, Sendable {
        var data: [Int]
        var next: String?
        var items: [Int] { data }
    }

    struct NumberPages: Endpoint {
        typealias Output = NumberPage
        var path: Path { "numbers" }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let paging: Paging<[Int]>
        var query: Query = []
        /// The query of each request, and the body and the fields of its answer.
        let pages: [(query: String, body: String, headers: Headers)]
        let items: [Int]
    }

    static let cases = [
        Case(
            testDescription: "offset, until an empty page; a short page ends nothing",
            paging: .offset(limit: 2),
            pages: [
                ("offset=0&limit=2", "[1,2]", [:]), ("offset=2&limit=2", "[3]", [:]),
                ("offset=3&limit=2", "[4,5]", [:]), ("offset=5&limit=2", "[]", [:]),
            ],
            items: [1, 2, 3, 4, 5]
        ),
        Case(
            testDescription: "offset, until the total",
            paging: .offset(limit: 2),
            pages: [
                ("offset=0&limit=2", "[1,2]", ["X-Total-Count": "3"]),
                ("offset=2&limit=2", "[3]", ["X-Total-Count": "3"]),
            ],
            items: [1, 2, 3]
        ),
        Case(
            testDescription: "offset, from where the endpoint says, with own names",
            paging: .offset(limit: 2, offsetName: "_start", limitName: "_limit"),
            query: ["_start": 4, "q": "a b"],
            pages: [
                ("_start=4&q=a%20b&_limit=2", "[5,6]", ["X-Total-Count": "6"])
            ],
            items: [5, 6]
        ),
        Case(
            testDescription: "page number",
            paging: .pageNumber(size: 2),
            pages: [
                ("page=1&per_page=2", "[1,2]", [:]), ("page=2&per_page=2", "[3]", [:]),
                ("page=3&per_page=2", "[]", [:]),
            ],
            items: [1, 2, 3]
        ),
        Case(
            testDescription: "page number from 0, until the total",
            paging: .pageNumber(size: 1, pageName: "p", sizeName: "s", first: 0),
            pages: [
                ("p=0&s=1", "[1]", ["X-Total-Count": "2"]),
                ("p=1&s=1", "[2]", ["X-Total-Count": "2"]),
            ],
            items: [1, 2]
        ),
        Case(
            testDescription: "empty at once",
            paging: .pageNumber(size: 2),
            pages: [("page=1&per_page=2", "[]", [:])],
            items: []
        ),
        Case(
            testDescription: "links",
            paging: .link,
            pages: [
                ("", "[1]", ["Link": #"<?page=2>; rel="next", <?page=9>; rel=last"#]),
                ("page=2", "[2]", ["Link": #"</numbers?page=3>; rel="prefetch next""#]),
                ("page=3", "[]", ["Link": "<https://api.example.com/numbers?page=4>; rel=NEXT"]),
                ("page=4", "[4]", ["Link": "<?page=1>; rel=first"]),
            ],
            items: [1, 2, 4]
        ),
    ]

    @Test(arguments: cases)
    func `every page is asked for once and in order`(_ example: Case) async throws {
        let stub = StubTransport { routes in
            for page in example.pages {
                let path = page.query.isEmpty ? "numbers" : "numbers?" + page.query
                let answer = StubAnswer.text(
                    page.body,
                    type: "application/json",
                    headers: page.headers
                )
                routes.on(.get, path, respond: answer)
            }
        }
        let api = APIClient(baseURL: "https://api.example.com", transport: stub)
        let list = Numbers(query: example.query)
        var items: [Int] = []
        for try await item in api.items(of: list, paging: example.paging) { items.append(item) }
        #expect(items == example.items)
        #expect(stub.requests.map { $0.url.query ?? "" } == example.pages.map(\.query))
    }

    @Test(arguments: [
        (Paging<NumberPage>.cursor("after", next: \.next), ["", "after=b%26", "after=c"]),
        (.body(next: { page in page.next.map { "?at=" + $0 } }), ["", "at=b&", "at=c"]),
    ])
    func `a page names the next one`(
        paging: Paging<NumberPage>,
        queries: [String]
    ) async throws {
        let stub = StubTransport { routes in
            let pages = [
                NumberPage(data: [1], next: "b&"), NumberPage(data: [], next: "c"),
                NumberPage(data: [3], next: nil),
            ]
            routes.on(.get, "numbers", respond: .sequence(pages.map { .json($0) }))
        }
        let api = APIClient(baseURL: "https://api.example.com", transport: stub)
        var items: [Int] = []
        for try await item in api.items(of: NumberPages(), paging: paging) { items.append(item) }
        #expect(items == [1, 3])
        #expect(stub.requests.map { $0.url.query ?? "" } == queries)
    }

    @Test(
        arguments: [
            (Paging<[Int]>.pageNumber(size: 1), Headers()),
            (.offset(limit: 1), Headers()),
            (.link, ["Link": "<?page=2>; rel=next"]),
            (.link, ["Link": "<>; rel=next"]),
        ] as [(Paging<[Int]>, Headers)]
    )
    func `a server that goes in circles is found`(
        paging: Paging<[Int]>,
        headers: Headers
    ) async throws {
        let stub = StubTransport {
            $0.on(.get, "numbers", respond: .json([1], headers: headers))
        }
        let api = APIClient(baseURL: "https://api.example.com", transport: stub)
        let failed = await kind { () async throws(NetworkError) in
            var count = 0
            for try await _ in api.pages(of: Numbers(), paging: paging) { count += 1 }
            return count
        }
        guard case .invalidResponse = failed else {
            Issue.record("\(String(describing: failed))")
            return
        }
        #expect(stub.requests.count <= 2)
    }

    @Test(arguments: [0, 1, 3])
    func `no more pages are read than wanted`(_ limit: Int) async throws {
        let counter = Counter()
        let stub = StubTransport {
            $0.on(.get, "numbers", respond: .reply { _ in .json([counter.next()]) })
        }
        let api = APIClient(baseURL: "https://api.example.com", transport: stub)
        let pages = api.pages(of: Numbers(), paging: .offset(limit: 1), maximumPages: limit)
        var count = 0
        for try await _ in pages { count += 1 }
        #expect(count == limit && stub.requests.count == limit)
    }

    @Test func `a next page elsewhere gets no credentials`() async throws {
        let next = "<https://other.example/numbers?page=2>; rel=next"
        let stub = StubTransport { routes in
            routes.on(.get, "numbers", respond: .json([1], headers: ["Link": next]))
            routes.on(.get, "numbers?page=2", respond: .json([2]))
        }
        let api = APIClient(
            baseURL: "https://api.example.com",
            pipeline: [.authenticate(.bearer("S"))],
            transport: stub
        ) { $0.headers["X-Api-Key"] = "S" }
        for try await _ in api.items(of: Numbers(), paging: .link) {}
        #expect(stub.requests.map { $0.headers.contains(.authorization) } == [true, false])
        #expect(stub.requests.map { $0.headers.contains("X-Api-Key") } == [true, false])
    }

    @Test func `a failure ends the reading`() async throws {
        let stub = StubTransport {
            $0.on(.get, "numbers", respond: .sequence([.json([1]), .status(500), .json([3])]))
        }
        let api = APIClient(baseURL: "https://api.example.com", transport: stub)
        var pages = api.pages(of: Numbers(), paging: .offset(limit: 1)).makeAsyncIterator()
        #expect(try await pages.next() == [1])
        await #expect(throws: NetworkError.self) { try await pages.next() }
        #expect(try await pages.next() == nil)
    }
}
