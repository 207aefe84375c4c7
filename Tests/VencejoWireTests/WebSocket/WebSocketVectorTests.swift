import TestSupport
import Testing
import VencejoDeflate
import VencejoHTTP
import VencejoJSON
import VencejoWire

/// A case of the public collection `websocket/frame-vectors.json`.
struct FrameVector: Decodable, Sendable, CustomTestStringConvertible {
    struct Event: Decodable, Sendable {
        let event: String
        let binary: Bool?
        let payload: String?
        let opcode: UInt8?
        let fin: Bool?
        let payloadLength: Int?
    }

    let name: String
    let bytesHex: String
    let expected: [Event]
    let masked: Bool?
    let `extension`: String?

    var testDescription: String { name }
    var bytes: [UInt8] { bytesHex.hexBytes }

    static let all: [FrameVector] = {
        guard let data = try? Conformance.data("websocket/frame-vectors.json") else { return [] }
        return (try? JSON(keys: .snakeCase).decode([FrameVector].self, from: [UInt8](data))) ?? []
    }()
}

@Suite(.enabled(if: Conformance.isPresent, "conformance data absent"))
struct `A vector of frames` {
    private func machine(_ vector: FrameVector) throws -> WebSocketMachine {
        var compression: (any MessageCompression)?
        if vector.extension == WebSocketDeflate.name {
            compression = PermessageDeflate(WebSocketDeflate(), isClient: true)
        }
        return WebSocketMachine(
            vector.masked == true ? .server : .client,
            maximumMessageBytes: 1 << 20,
            compression: compression
        )
    }

    private func check(
        _ events: [WebSocketMachine.Event],
        _ vector: FrameVector
    ) {
        let wanted = vector.expected.filter { $0.event != "frame_header" }
        let found = events.map { event -> String in
            switch event {
            case .message(.text(let text)): "message false \(text)"
            case .message(.binary(let bytes)): "message true \(bytes)"
            case .ping(let bytes): "ping \(String(decoding: bytes, as: UTF8.self))"
            case .pong(let bytes): "pong \(String(decoding: bytes, as: UTF8.self))"
            case .close(let code, let reason): "close \(code ?? 0) \(reason)"
            case .failed(let fault): "failed \(fault)"
            }
        }
        let texts = wanted.map { event in
            let binary = event.binary.map { " \($0)" } ?? ""
            return "\(event.event)\(binary) \(event.payload ?? "")"
        }
        #expect(found == texts)
    }

    @Test(arguments: FrameVector.all)
    func `means what is written beside it, however it is cut`(vector: FrameVector) throws {
        for size in [vector.bytes.count, 1, 2, 3, 7] {
            var machine = try machine(vector)
            var events: [WebSocketMachine.Event] = []
            for start in stride(from: 0, to: vector.bytes.count, by: max(1, size)) {
                let end = min(start + size, vector.bytes.count)
                events += machine.receive(Array(vector.bytes[start..<end]))
            }
            check(events, vector)
        }
    }

    @Test(arguments: FrameVector.all.filter { $0.expected.contains { $0.event == "frame_header" } })
    func `has the head that is written beside it`(vector: FrameVector) throws {
        var parser = WebSocketFrameParser()
        var position = 0
        guard case .header(let header)? = try parser.next(vector.bytes, &position) else {
            Issue.record("no header")
            return
        }
        let wanted = try #require(vector.expected.first)
        #expect(header.opcode.rawValue == wanted.opcode)
        #expect(header.isFinal == wanted.fin)
        #expect(header.length == wanted.payloadLength)
    }
}
