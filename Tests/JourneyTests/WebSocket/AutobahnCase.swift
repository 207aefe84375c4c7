import TestSupport
import Testing
import VencejoJSON
import VencejoMockServer
import VencejoWire

/// A case of the public collection `websocket/autobahn-cases.json`: what a server does, and what a
/// client that echoes must make of it.
struct AutobahnCase: Decodable, Sendable, CustomTestStringConvertible {
    /// Bytes in one of the collection's spellings.
    struct Payload: Decodable, Sendable {
        let payload: String?
        let payloadHex: String?
        let payloadPattern: String?
        let payloadPatternHex: String?
        let payloadLength: Int?

        var bytes: [UInt8] { bytes { Array($0.utf8) } }

        /// The same where each character stands for a byte, as in binary messages.
        var latin1: [UInt8] {
            bytes { $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
        }

        private func bytes(_ coded: (String) -> [UInt8]) -> [UInt8] {
            if let payload { return coded(payload) }
            if let payloadHex { return payloadHex.hexBytes }
            let pattern = payloadPattern.map(coded) ?? payloadPatternHex?.hexBytes ?? []
            guard !pattern.isEmpty, let payloadLength else { return [] }
            return (0..<payloadLength).map { pattern[$0 % pattern.count] }
        }
    }

    struct Step: Decodable, Sendable {
        let send: String?
        let opcode: UInt8?
        let fin: Bool?
        let rsv: UInt8?
        let `repeat`: Int?
        let writeChunk: Int?
        let code: Int?
        let reason: String?
        let reasonHex: String?
        let waitS: Double?
        let tag: String?
        let payloadLength: Int?
        let content: Payload

        init(from decoder: any Decoder) throws {
            content = try Payload(from: decoder)
            let values = try decoder.container(keyedBy: Key.self)
            send = try values.decodeIfPresent(String.self, forKey: .send)
            opcode = try values.decodeIfPresent(UInt8.self, forKey: .opcode)
            fin = try values.decodeIfPresent(Bool.self, forKey: .fin)
            rsv = try values.decodeIfPresent(UInt8.self, forKey: .rsv)
            `repeat` = try values.decodeIfPresent(Int.self, forKey: .repeat)
            writeChunk = try values.decodeIfPresent(Int.self, forKey: .writeChunk)
            code = try values.decodeIfPresent(Int.self, forKey: .code)
            reason = try values.decodeIfPresent(String.self, forKey: .reason)
            reasonHex = try values.decodeIfPresent(String.self, forKey: .reasonHex)
            waitS = try values.decodeIfPresent(Double.self, forKey: .waitS)
            tag = try values.decodeIfPresent(String.self, forKey: .tag)
            payloadLength = try values.decodeIfPresent(Int.self, forKey: .payloadLength)
        }

        enum Key: CodingKey {
            case send, opcode, fin, rsv, `repeat`, writeChunk, code, reason, reasonHex, waitS, tag
            case payloadLength
        }
    }

    struct Event: Decodable, Sendable {
        let event: String
        let binary: Bool?
        let tag: String?
        let content: Payload

        init(from decoder: any Decoder) throws {
            content = try Payload(from: decoder)
            let values = try decoder.container(keyedBy: Key.self)
            event = try values.decode(String.self, forKey: .event)
            binary = try values.decodeIfPresent(Bool.self, forKey: .binary)
            tag = try values.decodeIfPresent(String.self, forKey: .tag)
        }

        enum Key: CodingKey { case event, binary, tag }

        /// In words, so that lists are compared and shown.
        var words: String {
            switch event {
            case "timeout": "timeout \(tag ?? "")"
            case "message":
                AutobahnCase.words(
                    message: binary == true,
                    binary == true ? content.latin1 : content.bytes
                )
            default: "\(event) \(content.bytes)"
            }
        }
    }

    struct Close: Decodable, Sendable {
        let startedBy: String
        let codes: [Int]
        let mustBeClean: Bool
    }

    struct Echo: Decodable, Sendable {
        let binary: Bool
        let length: Int
        let roundTrips: Int?
    }

    let id: String
    let description: String
    let peerSends: [Step]
    let acceptableEvents: [String: [Event]]?
    let close: Close
    let echo: Echo?
    let informational: Bool?

    var testDescription: String { id }

    static func words(message isBinary: Bool, _ bytes: [UInt8]) -> String {
        "message \(isBinary) \(bytes.count) \(bytes.prefix(300))"
    }

    /// How many bytes its messages have in all.
    var volume: Int {
        peerSends.reduce(0) { sum, step in
            let content = step.content
            let size =
                content.payloadLength ?? content.payload?.utf8.count
                ?? (content.payloadHex?.utf8.count ?? 0) / 2
            return sum + size * max(1, step.repeat ?? 1)
        } * (echo?.roundTrips ?? 1)
    }

    static let all: [AutobahnCase] = {
        guard let data = try? Conformance.data("websocket/autobahn-cases.json") else { return [] }
        return (try? JSON(keys: .snakeCase).decode([AutobahnCase].self, from: [UInt8](data))) ?? []
    }()
}

extension AutobahnCase.Step {
    /// The frame, right or wrong.
    var frame: [UInt8] {
        let payload = opcode == 2 ? content.latin1 : content.bytes
        var bytes = WebSocketFrameHeader(.text, length: payload.count).bytes + payload
        bytes[0] = ((fin ?? true) ? 0x80 : 0) | (rsv ?? 0) << 4 | (opcode ?? 0)
        return bytes
    }

    /// The head of a frame whose payload comes later.
    var head: [UInt8] {
        var bytes = WebSocketFrameHeader(.text, length: payloadLength ?? 0).bytes
        bytes[0] = ((fin ?? true) ? 0x80 : 0) | (opcode ?? 0)
        return bytes
    }

    /// A close frame.
    var close: [UInt8] {
        var payload = code.map { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] } ?? []
        payload += reason.map { Array($0.utf8) } ?? reasonHex?.hexBytes ?? []
        return WebSocketFrameHeader(.close, length: payload.count).bytes + payload
    }
}
