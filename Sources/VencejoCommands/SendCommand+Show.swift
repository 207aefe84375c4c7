import VencejoCore
import VencejoHTTP
import VencejoJSON

extension SendCommand {
    /// Writes an answer: for a person with its head, into a pipe the body alone.
    func show(_ response: Response) {
        let isWhole = arguments.show == .everything
        if isWhole {
            for hop in response.hops {
                let target = shown("\(hop.to)").shortened(to: 300)
                terminal.line(terminal.styled("\(hop.status) → \(target)", .dim))
            }
            showHead(of: response.request)
        }
        let isHead = arguments.method == .head
        switch arguments.show {
        case .headers, .everything: showHead(of: response)
        case .automatic where terminal.isInteractive || isHead: showHead(of: response)
        case .automatic, .body: break
        }
        guard arguments.show != .headers, !response.body.isEmpty else { return }
        if isWhole || (arguments.show == .automatic && terminal.isInteractive) {
            terminal.line()
        }
        showBody(of: response)
    }

    private func showHead(of request: Request) {
        let line = "\(request.method) \(shown(request.url.requestTarget))"
        terminal.line(terminal.styled(line, .bold))
        if !request.headers.contains(.host) {
            terminal.line(field("Host", request.url.hostHeader))
        }
        for header in request.headers {
            terminal.line(field(header.name.rawValue, shown(header)))
        }
        if let bytes = request.body.bytes, !bytes.isEmpty {
            let text = String(decoding: bytes, as: UTF8.self)
            let redacted = arguments.isForm ? Redaction.form(text) : Redaction.json(text)
            terminal.line()
            terminal.line(redacted.replacing(Redaction.mark, with: Self.mark).harmless)
        }
        terminal.line()
    }

    private func showHead(of response: Response) {
        let style: Style =
            response.status.isSuccess ? .green : response.status.code < 400 ? .yellow : .red
        terminal.line(
            "\(response.version) " + terminal.styled(response.status.description, style)
        )
        for header in response.headers {
            let value = arguments.show == .everything ? shown(header) : header.value
            terminal.line(field(header.name.rawValue, value))
        }
    }

    /// A value without its secrets: what `-v` prints is pasted into reports.
    private func shown(_ header: HeaderField) -> String {
        SensitiveName.matches(header.name) ? Self.mark : shown(header.value)
    }

    private func shown(_ address: String) -> String {
        Redaction.url(address).replacing(Redaction.mark, with: Self.mark)
    }

    private static let mark = "‹redacted›"

    private func field(_ name: String, _ value: String) -> String {
        terminal.styled(name, .cyan) + ": " + value.harmless
    }

    private func showBody(of response: Response) {
        let bytes = response.body.bytes
        let text = String(validating: bytes, as: UTF8.self)
        guard terminal.isInteractive else {
            terminal.writeBytes(bytes)
            return
        }
        guard let text else {
            terminal.line(terminal.styled("(\(bytes.count) bytes that are no text)", .dim))
            return
        }
        if let value = try? JSONValue(parsing: bytes) {
            terminal.line(JSONPrinter(terminal: terminal).text(value))
        } else {
            terminal.line(text.harmless)
        }
    }
}
