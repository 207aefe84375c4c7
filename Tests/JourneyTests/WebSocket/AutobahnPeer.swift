import VencejoMockServer

/// The server of a case: it does what the case says and notes what the client makes of it.
struct AutobahnPeer: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        var events: [String] = []
        /// The client's close, or why there was none.
        var end = ""
        var code: Int?
        var didStartClosing = false

        var messages: Int { events.count { $0.hasPrefix("message") } }
    }

    let sample: AutobahnCase
    let socket: MockWebSocket
    private(set) var outcome = Outcome()
    private var isOver = false
    private var barriers = 0
    private var isWithinFrame = false

    init(_ sample: AutobahnCase, _ socket: MockWebSocket) {
        self.sample = sample
        self.socket = socket
    }

    mutating func play() async -> Outcome {
        for _ in 0..<(sample.echo?.roundTrips ?? 1) {
            for step in sample.peerSends where !isOver { await play(step) }
            if sample.echo != nil, !outcome.didStartClosing { await takeEcho() }
        }
        guard !isOver else { return outcome }
        if outcome.didStartClosing || sample.close.startedBy != "peer" {
            while !isOver { note(await socket.next()) }
            return outcome
        }
        await meet()
        // A pong may overtake an echo, which a task of the client's sends.
        while !isOver, outcome.messages < wantedMessages { note(await socket.next()) }
        guard !isOver else { return outcome }
        outcome.didStartClosing = true
        await socket.close()
        while !isOver { note(await socket.next()) }
        return outcome
    }

    private var wantedMessages: Int {
        sample.acceptableEvents?["OK"]?.count { $0.event == "message" } ?? 0
    }

    private mutating func play(_ step: AutobahnCase.Step) async {
        switch step.send {
        case "frame":
            let frame = step.frame
            for _ in 0..<max(1, step.repeat ?? 1) {
                let size = max(1, step.writeChunk ?? frame.count)
                for start in stride(from: 0, to: frame.count, by: size) {
                    await socket.sendBytes(Array(frame[start..<min(start + size, frame.count)]))
                }
            }
        case "close":
            outcome.didStartClosing = true
            await socket.sendBytes(step.close)
        case "frame_header":
            isWithinFrame = true
            await socket.sendBytes(step.head)
        case "frame_data": await socket.sendBytes(step.content.bytes)
        case "end_message":
            isWithinFrame = false
            await socket.sendBytes([0x80, 0x00])
        default:
            guard step.waitS != nil else { return }
            // Within a frame no ping can tell whether the client is still there.
            if !isWithinFrame { await meet() }
            if !isOver, let tag = step.tag { outcome.events.append("timeout \(tag)") }
        }
    }

    /// Waits until the client has read all that was sent, or is gone.
    private mutating func meet() async {
        barriers += 1
        let payload = Array("barrier \(barriers)".utf8)
        await socket.ping(payload)
        while !isOver {
            let event = await socket.next()
            if event == .pong(payload) { return }
            note(event)
        }
    }

    private mutating func takeEcho() async {
        while !isOver {
            let event = await socket.next()
            note(event)
            if case .message = event { return }
        }
    }

    private mutating func note(_ event: MockSocketEvent) {
        switch event {
        case .message(.text(let text)):
            outcome.events.append(AutobahnCase.words(message: false, Array(text.utf8)))
        case .message(.binary(let bytes)):
            outcome.events.append(AutobahnCase.words(message: true, bytes))
        case .pong(let bytes): outcome.events.append("pong \(bytes)")
        case .ping(let bytes): outcome.events.append("ping \(bytes)")
        case .close(let code, _):
            outcome.end = "close"
            outcome.code = code
            isOver = true
        case .broken(let reason):
            outcome.end = "broken: \(reason)"
            isOver = true
        case .lost:
            outcome.end = "lost"
            isOver = true
        }
    }
}
