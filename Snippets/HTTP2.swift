// When HTTP/2 is spoken.
import Vencejo

#if os(Linux)
// snippet.choose
var configuration = EngineConfiguration()
// Over TLS where the server offers it; this is the default.
configuration.http2 = .automatic
// At once, also without TLS, for a server that is known to speak it.
configuration.http2 = .priorKnowledge
// Not at all.
configuration.http2 = .never

let api = APIClient(
    baseURL: "https://api.example.com",
    transport: EngineTransport(configuration)
)
// snippet.end

// snippet.version
let response: Response = try await api.get("users/1")
print(response.version)
// snippet.end
#endif
