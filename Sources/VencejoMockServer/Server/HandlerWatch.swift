import VencejoConcurrency
import VencejoSockets

/// Runs a handler, and cancels it when its client leaves meanwhile.
struct HandlerWatch: Sendable {
    /// More than this is left in the system until the answer is there.
    private static let mostBytes = 64 << 10

    let socket: Socket

    private enum Event<Answer: Sendable>: Sendable {
        case answered(Answer)
        case left
        case full
    }

    /// What came in while the handler was at work.
    private final class Inbox: Sendable {
        let bytes = Locked<[UInt8]>([])
    }

    /// What the handler made, and what the client sent meanwhile.
    ///
    /// A client that only ended its own direction still gets what a cancelled handler gives.
    func run<Answer: Sendable>(
        _ handler: @escaping @Sendable () async -> Answer
    ) async -> (answer: Answer?, received: [UInt8]) {
        let inbox = Inbox()
        let answer = await withTaskGroup(of: Event<Answer>.self) { group in
            group.addTask { .answered(await handler()) }
            group.addTask { await hasLeft(inbox) ? .left : .full }
            var answer: Answer?
            while let event = await group.next() {
                switch event {
                case .answered(let given):
                    answer = given
                    group.cancelAll()
                case .left: group.cancelAll()
                case .full: continue
                }
            }
            return answer
        }
        return (answer, inbox.bytes.withLock { $0 })
    }

    /// Whether the client has left; false when it need not be looked for any further.
    private func hasLeft(_ inbox: Inbox) async -> Bool {
        var count = 0
        while count < Self.mostBytes {
            let piece: [UInt8]
            do throws(SocketError) {
                piece = try await socket.receiveSome(upTo: Self.mostBytes - count)
            } catch {
                return error.kind != .cancelled
            }
            if piece.isEmpty { return true }
            count += piece.count
            inbox.bytes.withLock { $0 += piece }
        }
        return false
    }
}

extension Socket {
    /// What is there, waiting for the first byte; empty at the end.
    ///
    /// While it waits it holds no memory, so that many silent connections cost little.
    func receiveSome(
        upTo limit: Int,
        until deadline: Nanoseconds? = nil
    ) async throws(SocketError) -> [UInt8] {
        while true {
            if let bytes = try receiveNow(upTo: min(limit, 32 << 10)) { return bytes }
            try await waitReadable(until: deadline)
        }
    }

    private func receiveNow(upTo limit: Int) throws(SocketError) -> [UInt8]? {
        try unsafe withUnsafeTemporaryAllocation(byteCount: limit, alignment: 16) { buffer in
            Result { () throws(SocketError) -> [UInt8]? in
                switch try unsafe tryReceive(buffer) {
                case .bytes(let count):
                    unsafe Array(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                case .wouldBlock: nil
                }
            }
        }.get()
    }
}
