import VencejoHTTP
import VencejoSockets

extension ServerConnection {
    /// Whether the connection goes on after the answer.
    mutating func answer(
        _ request: RecordedRequest,
        by route: Route?,
        _ keepsAlive: Bool
    ) async throws -> Bool {
        let (response, wait) = try await compute(request, route)
        if wait > .zero { try await pass(until: after(wait)) }
        let closing = response.closesConnection || !keepsAlive
        let (interim, head, headCount) = MessageBytes.head(response, closing: closing)
        if !interim.isEmpty { try await send(interim) }
        if response.delivery == .never { try await waitForEnd() }
        if let script = response.socket {
            try await send(head)
            try await converse(script)
            return false
        }
        var body = BodyBytes(response, for: request)
        var machine = DeliveryMachine(
            head: head,
            headCount: headCount,
            faults: response.faults
        )
        if response.stream == nil, response.faults.isEmpty {
            // A small answer is one system call.
            while let piece = await body.next() { machine.feed(piece) }
            machine.feed(nil)
        }
        switch try await deliver(&machine, &body) {
        case .done where closing || response.delivery.endsConnection, .close:
            try await linger()
        case .done: return true
        case .stall: try await waitForEnd()
        case .halfClose:
            socket.finishSending()
            log.note(id, "half-closed")
            try await waitForEnd()
        case .reset: throw End.reset
        }
        return false
    }

    /// A handler is watched: it ends with its client, and nobody waits for it when the server stops.
    private mutating func compute(
        _ request: RecordedRequest,
        _ route: Route?
    ) async throws -> (response: MockResponse, wait: Duration) {
        switch responder.find(request, route) {
        case .ready(let response): return responder.settle(response, for: request)
        case .handler(let matched, let handler):
            working(true)
            defer { working(false) }
            let (response, received) = await HandlerWatch(socket: socket)
                .run { await handler(matched) }
            if !received.isEmpty {
                log.received(id, received)
                exchange.take(received)
            }
            try Task.checkCancellation()
            guard let response else { throw End.clientGone }
            return responder.settle(response, for: request)
        }
    }

    private func deliver(
        _ machine: inout DeliveryMachine,
        _ body: inout BodyBytes
    ) async throws -> DeliveryMachine.End {
        while true {
            switch machine.next() {
            case .send(let bytes): try await send(bytes)
            case .wait(let pause): try await rest(until: after(pause))
            case .needsBody: machine.feed(await body.next())
            case .end(let end): return end
            }
        }
    }

    /// Lets time pass, and ends the connection when the client goes meanwhile.
    private mutating func pass(until deadline: Nanoseconds?) async throws {
        do throws(SocketError) {
            while !exchange.isFull {
                let bytes = try await receive(until: deadline)
                guard !bytes.isEmpty else { throw SocketError(.reset) }
                exchange.take(bytes)
            }
        } catch {
            guard error.kind == .timedOut else { throw error }
            return
        }
        try await rest(until: deadline)
    }

    /// Reads past whatever comes, until the client leaves.
    private func waitForEnd() async throws {
        while try await !receive(until: nil).isEmpty {
            // A client that never pauses lets no wait see that the server stops.
            try Task.checkCancellation()
            await Task.yield()
        }
        throw End.clientGone
    }
}
