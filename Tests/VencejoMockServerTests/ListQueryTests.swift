import Testing
import VencejoHTTP
import VencejoJSON
import VencejoMockServer

struct ListQueryTests {
    private static let database: JSONValue = [
        "cities": [
            ["id": 1, "name": "Oberfurt", "size": 10, "at": ["lat": 1.5], "tags": ["a", "b"]],
            ["id": 2, "name": "valdebrisa", "size": 9, "at": ["lat": 7], "note": .null],
            ["id": 3, "name": "Robledal", "size": 100, "old": true, "note": "x"],
        ],
        "streets": [
            ["id": 1, "cityId": 1, "name": "Tilo"],
            ["id": 2, "cityId": 3, "name": "Pinar"],
            ["id": 3, "cityId": 9, "name": "Nowhere"],
        ],
    ]

    private func ids(_ target: String) -> [Int] {
        var machine = JSONServerMachine(database: Self.database, persists: true)
        let answer = machine.handle(RecordedRequest(method: .get, target: target))
        let items = (try? JSONValue(parsing: answer.body))?.arrayValue ?? []
        return items.compactMap { $0["id"]?.intValue }
    }

    @Test(arguments: [
        ("/cities?name=Robledal", [3]), ("/cities?name=robledal", []),
        ("/cities?id=1&id=3", [1, 3]), ("/cities?size=10.0", []), ("/cities?at.lat=7", [2]),
        ("/cities?at.lat=1.5", [1]), ("/cities?tags.1=b", [1]), ("/cities?old=true", [3]),
        ("/cities?note_ne=y", [3]), ("/cities?size_gte=10", [1, 3]),
        ("/cities?size_lte=10", [1, 2]), ("/cities?size_gte=10&size_lte=50", [1]),
        ("/cities?name_gte=R", [2, 3]), ("/cities?size_gte=x", []),
        ("/cities?name_like=^[ov]", [1, 2]), ("/cities?name_like=L$", [3]),
        ("/cities?name_like=(", []), ("/cities?unknown=1", [1, 2, 3]),
        ("/cities?unknown_like=1", []), ("/cities?callback=f&_=9", []),
        ("/cities?q=ROB", [3]), ("/cities?q=b", [1, 2, 3]), ("/cities?q=true", [3]),
        ("/cities?q=zzz", []), ("/Cities?id=2", [2]), ("/cities/?id=2", [2]),
        ("/cities?n%61me=Robled%61l", [3]),
    ])
    func `filters choose as json-server does`(_ target: String, _ wanted: [Int]) {
        #expect(ids(target) == wanted)
    }

    @Test(arguments: [
        ("_sort=size", [2, 1, 3]), ("_sort=size&_order=DESC", [3, 1, 2]),
        ("_sort=name", [1, 3, 2]), ("_sort=note", [3, 2, 1]),
        ("_sort=note&_order=desc", [1, 2, 3]), ("_sort=missing", [1, 2, 3]),
        ("_sort=at.lat", [1, 2, 3]), ("_sort=old,size&_order=asc,desc", [3, 1, 2]),
    ])
    func `sorting puts null after values and missing last`(_ query: String, _ wanted: [Int]) {
        #expect(ids("/cities?" + query) == wanted)
    }

    @Test(arguments: [
        ("_limit=2", [1, 2]), ("_limit=0", []), ("_limit=x", []), ("_start=1&_limit=1", [2]),
        ("_start=1&_end=3", [2, 3]), ("_end=-1", [1, 2]), ("_start=-2&_end=3", [2, 3]),
        ("_start=5", [1, 2, 3]), ("_page=2&_limit=2", [3]), ("_page=0&_limit=2", [1, 2]),
        ("_page=-4&_limit=2", [1, 2]), ("_page=3&_limit=2", []), ("_limit=", [1, 2, 3]),
        ("_page=99999999999999999999&_limit=99999999999999999999", []),
    ])
    func `slices end where they should`(_ query: String, _ wanted: [Int]) {
        #expect(ids("/cities?" + query) == wanted)
    }

    private func answer(_ target: String) -> (MockResponse, JSONValue) {
        var machine = JSONServerMachine(database: Self.database, persists: true)
        let answer = machine.handle(
            RecordedRequest(method: .get, target: target, headers: [.host: "h"])
        )
        return (answer, (try? JSONValue(parsing: answer.body)) ?? .null)
    }

    @Test func `children and parents are added`() {
        let (_, city) = answer("/cities/1?_embed=streets")
        #expect(city["streets"]?.arrayValue?.count == 1)
        let (_, street) = answer("/streets/2?_expand=city")
        #expect(street["city"]?["name"] == "Robledal")
        let (_, orphan) = answer("/streets/3?_expand=city")
        #expect(orphan["city"] == nil && orphan["id"] == 3)
        let (_, stranger) = answer("/streets/1?_expand=nothing")
        #expect(stranger["nothing"] == nil && stranger["id"] == 1)
    }

    @Test func `relations are added once each and sixteen at most`() {
        let embeds = String(repeating: "&_embed=streets", count: 5000)
        let (_, city) = answer("/cities/1?" + embeds)
        #expect(city["streets"]?.arrayValue?.count == 1)
        let expands = String(repeating: "&_expand=city", count: 5000)
        let (_, streets) = answer("/streets?id=1&id=2" + expands)
        #expect(streets.arrayValue?.compactMap { $0["city"]?["id"]?.intValue } == [1, 3])
        let many = (0..<5000).map { "_embed=x\($0)" }.joined(separator: "&")
        let (_, item) = answer("/streets/1?" + many)
        #expect(item["x15"] == [] && item["x16"] == nil)
    }

    @Test func `the first of equal ids is the parent`() {
        var machine = JSONServerMachine(
            database: [
                "cities": [["id": 1, "name": "a"], ["id": "1", "name": "b"]],
                "streets": [["id": 1, "cityId": "1"]],
            ],
            persists: true
        )
        let request = RecordedRequest(method: .get, target: "/streets/1?_expand=city")
        let street = try? JSONValue(parsing: machine.handle(request).body)
        #expect(street?["city"]?["name"] == "a")
    }

    @Test func `links repeat the address with the page exchanged`() {
        let (answer, _) = answer("/cities?_page=2&_limit=1")
        #expect(answer.headers["X-Total-Count"] == "3")
        let first = "<http://h/cities?_page=1&_limit=1>"
        let last = "<http://h/cities?_page=3&_limit=1>"
        #expect(
            answer.headers[.link] == "\(first); rel=\"first\", \(first); rel=\"prev\", "
                + "\(last); rel=\"next\", \(last); rel=\"last\""
        )
    }

    @Test(arguments: [
        ("cities", "city"), ("boxes", "box"), ("statuses", "status"), ("people", "person"),
        ("children", "child"), ("news", "news"), ("users", "user"), ("movies", "movie"),
        ("branches", "branch"), ("classes", "class"), ("houses", "house"), ("days", "day"),
        ("addresses", "address"), ("taxes", "tax"), ("heroes", "hero"), ("lives", "life"),
    ])
    func `names of collections have a singular and a plural`(_ many: String, _ one: String) {
        #expect(JSONServerMachine.singular(many) == one)
        #expect(JSONServerMachine.plural(one) == many)
        #expect(JSONServerMachine.plural(many) == many)
    }
}
