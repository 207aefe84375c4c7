// Models of answers that are not quite what the documentation says.
import Vencejo

let api = APIClient(baseURL: "https://api.example.com/v1")

// snippet.tolerant
enum Status: String, Codable, Sendable { case active, blocked }

struct Item: Codable, Sendable {
    @Flexible var id: String  // 12 and "12"
    @Flexible var price: Double?  // 9.5, "9.5", null, "" and absent
    @Default<Defaults.False> var isPublic: Bool  // false when absent, null or something else
    @Lossy var tags: [String]  // what is no string is left out; $tags says what
    var status: Open<Status>  // .unknown("frozen") keeps its text and writes it back
    var extra: JSONValue?  // anything, with the order of members and every digit
}
// snippet.end

// snippet.envelope
struct ListItems: Endpoint {
    typealias Output = [Item]
    let path: Path = "items"
    let envelope = "data.items"  // {"data": {"items": […]}, "meta": …}
}
let items = try await api.send(ListItems())
// snippet.end

// snippet.strategies
let tolerant = APIClient(
    baseURL: "https://api.example.com/v1",
    configure: {
        $0.json.keys = .snakeCaseAcronyms  // avatar_url is avatarURL, and back
        $0.json.dates = .tolerant  // what services send: +0200, 20240229T1230Z, 1709209800
        $0.json.secrets = SecretNames.usual.adding("iban")
    }
)
// snippet.end

// snippet.drift
let watchful = APIClient(
    baseURL: "https://api.example.com/v1",
    configure: {
        $0.onDrift = { drift, response in
            if !drift.isQuiet { print(response.url.path, drift) }
        }
    }
)
// snippet.end

// snippet.patch
struct Profile: Codable, Sendable { var name: String, nickname: String?, tags: [String] }
let old: Profile = try await api.get("profile")
var new = old
new.nickname = nil
try await api.patch("profile", body: .mergePatch(from: old, to: new))  // {"nickname":null}
try await api.patch("profile", body: .jsonPatch([.add(JSONPointer(tokens: ["tags", "-"]), "new")]))
// snippet.end
_ = (items, tolerant, watchful)
