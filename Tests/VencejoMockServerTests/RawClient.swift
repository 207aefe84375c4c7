import Testing
import VencejoHTTP
import VencejoMockServer
import VencejoSockets
import VencejoWire

/// A client that sends bytes as they are and reads whole answers.
final class RawClient: Sendable {
    /// No test waits longer than this for a byte.
    private static let patience: Duration = .seconds(20)

    struct Answer: Sendable {
        var status: HTTPStatus
        var headers: Headers
        var body: [UInt8]
    }

    private let poller: Poller
    private let socket: Socket

    init(to server: MockServer) async throws {
        poller = try Poller()
        let address = try #require(SocketAddress(literal: "127.0.0.1", port: server.port))
        socket = try await Socket.connect(to: address, poller: poller, until: Self.deadline)
    }

    deinit {
        socket.close()
        poller.stop()
    }

    private static var deadline: Nanoseconds? {
        MonotonicClock.deadline(after: patience, from: MonotonicClock.now())
    }

    func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await socket.send(bytes, until: Self.deadline)
    }

    func finishSending() { socket.finishSending() }

    func close() { socket.close() }

    /// Everything until the server closes; what came before a reset counts too.
    func readToEnd() async throws -> [UInt8] {
        var all: [UInt8] = []
        do {
            while true {
                let bytes = try await receive()
                if bytes.isEmpty { return all }
                all += bytes
            }
        } catch let error as SocketError where error.kind == .reset {
            return all
        }
    }

    /// What is there, at least some bytes; nothing at the end.
    func receive() async throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = try await socket.receive(into: &buffer, until: Self.deadline)
        return Array(buffer.prefix(count))
    }

    /// Some bytes; nothing at the end.
    func readSome() async throws -> [UInt8] { try await receive() }

    /// So many bytes, fewer when the server closes.
    func read(_ count: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            var buffer = [UInt8](repeating: 0, count: count - all.count)
            let more = try await socket.receive(into: &buffer, until: Self.deadline)
            if more == 0 { break }
            all += buffer.prefix(more)
        }
        return all
    }

    /// The next answers to requests with these methods.
    func answers(to methods: [HTTPMethod]) async throws -> [Answer] {
        var answers: [Answer] = []
        var input: [UInt8] = []
        for method in methods {
            var parser = ResponseParser(requestMethod: method)
            while !parser.isComplete {
                let taken = try parser.feed(input)
                input.removeFirst(taken)
                if parser.isComplete { break }
                let bytes = try await receive()
                if bytes.isEmpty {
                    try parser.end()
                    break
                }
                input += bytes
            }
            let head = try #require(parser.head)
            answers.append(
                Answer(status: head.status, headers: head.headers, body: parser.body)
            )
        }
        return answers
    }

    func answer(to request: RecordedRequest) async throws -> Answer {
        var text = "\(request.method) \(request.target) HTTP/1.1\r\n"
        for field in request.headers { text += "\(field.name): \(field.value)\r\n" }
        if !request.body.isEmpty { text += "Content-Length: \(request.body.count)\r\n" }
        try await send(Array((text + "\r\n").utf8) + request.body)
        return try #require(try await answers(to: [request.method]).first)
    }
}
