#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets
import VencejoWire

extension Exchange {
    /// Sends as much of the head as the system takes now, which mostly is the whole message.
    ///
    /// - Returns: How many bytes of the head have left.
    func sendAtOnce(_ message: Message) throws(EngineFault) -> Int {
        sent = MonotonicClock.now()
        let count: Int
        switch writeSome(message.head, 0) {
        case .success(let written): count = written ?? 0
        case .failure(let error):
            try salvage(error)
            return message.head.count
        }
        guard case .none = message.body, count == message.head.count, try connection.flush() else {
            return count
        }
        isSentWhole = true
        return count
    }

    /// Sends what is left of the message, or as much as the server wants before it answers.
    func send(_ message: Message, from start: Int) async throws(EngineFault) {
        if progress.hasHead { return }
        let socket = connection.socket
        var cursor = MessageCursor(message.body) { socket.wake() }
        defer { cursor.stop() }
        var patience = message.continueTimeout
        var hasWaited = false
        var piece = message.head
        var offset = start
        while true {
            if stretch.isOver() {
                await Task.yield()
                try call.check()
            }
            switch writeSome(piece, offset) {
            case .success(let count?):
                offset += count
                if offset < piece.count { continue }
            case .success(nil): break
            case .failure(let error): return try salvage(error)
            }
            var isProducing = false
            if offset == piece.count {
                if let timeout = patience {
                    try await awaitContinue(timeout)
                    patience = nil
                }
                if progress.hasHead || isAtEnd { return }
                switch try cursor.next() {
                case .piece(let next):
                    piece = next
                    offset = 0
                    // A server may answer before it has read everything (RFC 9112 §9.5).
                    try receiveWhatIsThere()
                    continue
                case .later:
                    isProducing = true
                    _ = try connection.flush()
                case .end:
                    if try connection.flush() { return finishSending(hasWaited) }
                }
            }
            hasWaited = true
            try await waitToSend(isProducing)
            try receiveWhatIsThere()
            if progress.hasHead || isAtEnd { return }
        }
    }

    private func finishSending(_ hasWaited: Bool) {
        isSentWhole = true
        if hasWaited { sent = MonotonicClock.now() }
    }

    /// A producer may take its time; a server that takes nothing may not.
    private func waitToSend(_ isProducing: Bool) async throws(EngineFault) {
        let idle = isProducing ? nil : call.request.timeouts.idle
        let deadline = call.deadline(idle, from: MonotonicClock.now())
        try check(await connection.socket.reader.wait(until: deadline), .idle)
    }

    /// Waits for `100 Continue`, for an answer, or long enough (RFC 9110 §10.1.1).
    private func awaitContinue(_ timeout: Duration) async throws(EngineFault) {
        guard try connection.flush() else { return }
        let deadline = call.deadline(timeout, from: MonotonicClock.now())
        while !progress.hasHead, !isAtEnd,
            !parser.informational.contains(where: { $0.status.code == 100 })
        {
            if try readOnce() { continue }
            do throws(EngineFault) {
                try check(await connection.socket.reader.wait(until: deadline), .response)
            } catch {
                // Old servers say nothing: the body is sent all the same.
                guard case .timedOut(.response) = error.kind else { throw error }
                return
            }
        }
    }

    private func writeSome(_ message: [UInt8], _ offset: Int) -> Result<Int?, EngineFault> {
        if offset == message.count { return .success(nil) }
        return message.withUnsafeBytes { bytes in
            Result { () throws(EngineFault) in
                try connection.write(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
        }
    }

    /// The connection broke while the request was sent: an answer may be there all the same.
    private func salvage(_ error: EngineFault) throws(EngineFault) {
        do {
            try receiveWhatIsThere()
        } catch {
            if !parser.hasBegun { throw error }
        }
        if !progress.hasHead { throw error }
    }

    private func receiveWhatIsThere() throws(EngineFault) {
        while !progress.hasHead, !isAtEnd {
            guard try readOnce() else { return }
        }
    }
}
#endif
