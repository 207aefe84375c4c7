import Vencejo
import VencejoCore
import VencejoHTTP
import VencejoJSON

/// `vencejo events URL`: the events of a server as they come, taken up again when it is lost.
struct EventsCommand: Sendable {
    let stream: StreamCommand

    func run() async -> Int32 {
        let (arguments, terminal) = (stream.arguments, stream.terminal)
        return await stream.run { api, request throws(NetworkError) in
            let path = Path(request.url.description)
            let body = request.body.bytes.map {
                Body.bytes($0, contentType: request.headers[.contentType] ?? "application/json")
            }
            var headers = request.headers
            headers.remove(.accept)
            let events = api.events(
                path,
                method: request.method,
                body: body ?? .none,
                headers: headers,
                lastEventID: arguments.lastEventID
            )
            var left = arguments.count ?? .max
            for try await event in events {
                terminal.write(Self.text(of: event, for: terminal, asJSON: arguments.isJSON))
                left -= 1
                if left == 0 { break }
            }
            return ExitCode.success
        }
    }

    /// A person sees type and identifier; a pipe gets the data alone, or lines of JSON.
    static func text(
        of event: ServerSentEvent,
        for terminal: Terminal,
        asJSON: Bool
    ) -> String {
        if asJSON {
            let members: [(String, JSONValue)] = [
                ("event", .string(event.type)), ("id", .string(event.id)),
                ("data", .string(event.data)),
            ]
            return JSONValue.object(JSONObject(members)).serialized() + "\n"
        }
        guard terminal.isInteractive else { return event.data + "\n" }
        var head = terminal.styled(event.type.harmless, .bold)
        if !event.id.isEmpty { head += terminal.styled("  \(event.id.harmless)", .dim) }
        return head + "\n" + event.data.harmless + "\n\n"
    }
}
