// Lists that come in pages.
import Vencejo

struct User: Codable, Sendable { let id: Int, name: String }
let api = APIClient(baseURL: "https://api.example.com/v1")

struct ListUsers: Endpoint {
    typealias Output = [User]
    let path: Path = "users"
}

// snippet.items
for try await user in api.items(of: ListUsers(), paging: .pageNumber(size: 50)) {
    print(user.name)
}
// snippet.end

// snippet.pages
for try await page in api.pages(of: ListUsers(), paging: .link, maximumPages: 3) {
    print(page.count)
}
// snippet.end

// snippet.envelope
struct UserPage: Decodable, Sendable, Page {
    let data: [User]
    let next: String?
    var items: [User] { data }
}

struct SearchUsers: Endpoint {
    typealias Output = UserPage
    let path: Path = "users/search"
}

for try await user in api.items(of: SearchUsers(), paging: .body(next: { $0.next })) {
    print(user.name)
}
// snippet.end
