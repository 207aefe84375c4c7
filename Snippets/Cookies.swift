// Cookies: a jar that a client is given.
import Vencejo

// snippet.jar
let jar = CookieJar()
let api = APIClient(baseURL: "https://shop.example.com", pipeline: [.cookies(jar)])
try await api.post("login", body: ["user": "ada", "password": "…"])
let basket: [String] = try await api.get("basket")  // sent with what the login set
// snippet.end

// snippet.keep
let kept = try await jar.bytes()  // what outlives the program; keep it where secrets are kept
let tomorrow = CookieJar()
try await tomorrow.load(kept)
// snippet.end

// snippet.look
for cookie in await jar.cookies { print(cookie.domain, cookie.name) }
await jar.set(Cookie("theme", "dark", domain: "shop.example.com"))
await jar.remove { $0.domain == "ads.example" }
await jar.endSession()
await jar.clear()
// snippet.end
_ = basket
