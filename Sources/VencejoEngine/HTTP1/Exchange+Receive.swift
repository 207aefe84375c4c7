#if os(Linux)
import VencejoCore
import VencejoHTTP
import VencejoSockets
import VencejoWire

extension Exchange {
    /// Receives the rest of the answer into ``body``.
    func receive() async throws(EngineFault) {
        while !progress.isComplete {
            if let rest = progress.remaining, rest > connection.buffer.count {
                try await receiveBody(rest)
                return
            }
            if isAtEnd { return try finishAtEnd() }
            guard try readOnce() else {
                try await waitForMore()
                continue
            }
            if stretch.isOver() { try await lookUp() }
            if Task.isCancelled { throw EngineFault(.cancelled) }
        }
        if body.isEmpty { body = parser.takeBody() }
    }

    /// Receives up to the end of the head, and what came with it.
    func receiveHead() async throws(EngineFault) {
        while !progress.hasHead {
            if isAtEnd { return try finishAtEnd() }
            guard try readOnce() else {
                try await waitForMore()
                continue
            }
            if stretch.isOver() { try await lookUp() }
            if Task.isCancelled { throw EngineFault(.cancelled) }
        }
    }

    /// Reads once and parses; false when nothing is there yet.
    func readOnce() throws(EngineFault) -> Bool {
        try readOnce(connection.buffer)
    }

    private func readOnce(
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> Bool {
        switch try connection.read(into: buffer) {
        case .wouldBlock: return false
        case .end(let isClean):
            try noteEnd(isClean: isClean)
            return true
        case .bytes(let count):
            if firstByte == nil { firstByte = MonotonicClock.now() }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            do {
                let used = try parser.feed(bytes)
                progress = parser.currentProgress()
                if progress.hasInterim { tellInterim() }
                if used < count {
                    hasStrayBytes = true
                    if progress.isUpgrade { beyond += bytes[used...] }
                }
            } catch {
                throw EngineFault(error, limit: limits.maxBodyBytes)
            }
            return true
        }
    }

    private func noteEnd(isClean: Bool) throws(EngineFault) {
        isAtEnd = true
        if !isClean, progress.isUntilClose {
            throw EngineFault(.invalidResponse("the TLS stream was cut within the body"))
        }
    }

    private func finishAtEnd() throws(EngineFault) {
        do {
            try parser.end()
            progress = parser.currentProgress()
        } catch {
            throw EngineFault(error, limit: limits.maxBodyBytes)
        }
        body = parser.takeBody()
    }

    /// Receives a body of known length straight to where it will stay.
    private func receiveBody(_ rest: Int) async throws(EngineFault) {
        body = parser.takeBody()
        var filled = body.count
        let whole = filled + rest
        while filled < whole {
            if body.count == filled {
                // A stated length is a promise: memory follows what has really come.
                let step = min(whole - filled, max(262_144, filled))
                body += [UInt8](repeating: 0, count: step)
            }
            switch try readBody(filled) {
            case .bytes(let count):
                filled += count
                note(count)
                if stretch.isOver() { try await lookUp() }
                if Task.isCancelled { throw EngineFault(.cancelled) }
            case .wouldBlock: try await waitForMore()
            case .end:
                throw EngineFault(.unexpectedEnd(.body(missing: whole - filled)), limit: 0)
            }
        }
    }

    /// Notes bytes of the body that went past the parser.
    private func note(_ count: Int) {
        parser.advance(by: count)
        progress = parser.currentProgress()
    }

    private func readBody(_ filled: Int) throws(EngineFault) -> Connection.Received {
        let connection = connection
        return try body.withUnsafeMutableBytes { bytes in
            Result { () throws(EngineFault) in
                try connection.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
            }
        }.get()
    }

    private func waitForMore() async throws(EngineFault) {
        // What has come since it was last read ends the wait at once, whatever the time.
        if stretch.isOver() { try await lookUp() }
        let (deadline, phase) = patience()
        try check(await connection.socket.reader.wait(until: deadline), phase)
    }

    /// What a wait would do, for a server that never pauses: others run, and the time is looked at.
    private func lookUp() async throws(EngineFault) {
        await Task.yield()
        let (deadline, phase) = patience()
        try call.check(deadline, phase)
    }

    /// Until when the server may be silent, and what it is late with then.
    private func patience() -> (Nanoseconds?, NetworkError.Phase) {
        let timeouts = call.request.timeouts
        guard progress.hasHead else {
            return (call.deadline(timeouts.response, from: sent), .response)
        }
        return (call.deadline(timeouts.idle, from: MonotonicClock.now()), .idle)
    }
}

extension Exchange {
    /// As much as is read at once for a reader of chunks.
    private static let chunkSize = 65_536

    /// The next part of the body as it is on the wire; nil at its end.
    func nextPiece() async throws(EngineFault) -> [UInt8]? {
        while true {
            if stretch.isOver() { try await lookUp() }
            let piece = parser.takeBody()
            if !piece.isEmpty { return piece }
            if progress.isComplete { return nil }
            if isAtEnd {
                try finishAtEnd()
                continue
            }
            if let count = progress.remaining {
                if let piece = try readDirectly(count) { return piece }
                if isAtEnd { continue }
            } else if try readLargely() {
                if Task.isCancelled { throw EngineFault(.cancelled) }
                continue
            }
            try await waitForMore()
        }
    }

    /// Reads part of a body of known length to where it will stay; nil when nothing is there.
    private func readDirectly(_ rest: Int) throws(EngineFault) -> [UInt8]? {
        if Task.isCancelled { throw EngineFault(.cancelled) }
        let size = min(rest, Self.chunkSize)
        var received = Result<Connection.Received, EngineFault>.success(.wouldBlock)
        let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            // Room is made with slack; what lies behind the body is not this answer's.
            let room = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(buffer)[..<size]
            )
            received = Result { () throws(EngineFault) in try connection.read(into: room) }
            if case .success(.bytes(let count)) = received { filled = count }
        }
        switch try received.get() {
        case .wouldBlock: return nil
        case .end(let isClean):
            try noteEnd(isClean: isClean)
            return nil
        case .bytes(let count):
            note(count)
            return piece
        }
    }

    private func readLargely() throws(EngineFault) -> Bool {
        let size = Self.chunkSize
        var result = Result<Bool, EngineFault>.success(false)
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
            result = Result { () throws(EngineFault) in try readOnce(buffer) }
        }
        return try result.get()
    }
}
#endif
