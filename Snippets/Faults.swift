// Answers that go wrong: each fault is a value.
import Vencejo
import VencejoMockServer

let server = try await MockServer()

// snippet.faults
server.on(.get, "slow", respond: .text("hello").failing(.paced(1, every: .milliseconds(20))))
server.on(.get, "stuck", respond: .text("hello").failing(.stall(after: .body(2))))
server.on(.get, "broken", respond: .text("hello").failing(.reset(after: .start)))
server.on(.get, "lying", respond: .text("hello").header(.contentLength, "99"))
server.on(.get, "huge", respond: .stream(.repeating([0], count: 10 << 30)))
server.on(Route(.post, "full", respond: .status(413).closing()).answeringBeforeBody())
server.onConnection { number in number == 1 ? .reset : nil }
// snippet.end

// snippet.look
let counts = server.counts  // open connections, handlers at work, requests never read whole
let isIdle = await server.idle(within: .seconds(1))
print(server.wireLog)  // with `recordsWire`: every byte that came and went
// snippet.end
print(counts.open, isIdle)
await server.stop()
