/// A message as the wire has it.
package enum WebSocketPayload: Sendable, Hashable {
    case text(String)
    case binary([UInt8])
}

/// One side of a WebSocket connection (RFC 6455): bytes in, events and bytes out; no I/O, no time.
///
///     open ──close sent──► closing ──close received──► over
///       └──close received (and answered)──────────────► over
///       └──the other side breaks a rule (a code is sent)► over
package struct WebSocketMachine: Sendable {
    package enum Role: Sendable {
        case client
        case server
    }

    package enum Event: Sendable, Hashable {
        case message(WebSocketPayload)
        /// It has been answered already.
        case ping([UInt8])
        case pong([UInt8])
        /// The other side closes, with a code if it gave one; it has been answered.
        case close(code: UInt16?, reason: String)
        /// The other side broke a rule; it has been told.
        case failed(WebSocketFault)
    }

    private let role: Role
    private let limit: Int
    private let compression: (any MessageCompression)?
    private let newMask: @Sendable () -> UInt32
    private var parser = WebSocketFrameParser()
    private var frame: WebSocketFrameHeader?
    private var control: [UInt8] = []
    private var message: PartialMessage?
    private var output: [UInt8] = []
    /// Whether what was sent before has not left yet, so that no more pongs pile up behind it.
    ///
    /// Meanwhile only the latest ping is remembered, which is enough (RFC 6455 §5.5.3).
    package var holdsPongs = false
    private var heldPing: [UInt8]?
    /// Whether a close frame was sent.
    package private(set) var hasSentClose = false
    /// Whether nothing is read any more.
    package private(set) var isOver = false

    /// - Parameters:
    ///   - role: A client masks what it sends, a server does not.
    ///   - maximumMessageBytes: The largest message that is taken, after expansion.
    ///   - compression: What was agreed on, if anything was.
    ///   - mask: A new mask, not to be guessed (RFC 6455 §10.3).
    package init(
        _ role: Role,
        maximumMessageBytes: Int,
        compression: (any MessageCompression)? = nil,
        mask: @escaping @Sendable () -> UInt32 = { .random(in: .min ... .max) }
    ) {
        self.role = role
        limit = max(0, maximumMessageBytes)
        self.compression = compression
        newMask = mask
    }

    /// Whether a ping waits for its pong; see ``holdsPongs``.
    package var owesPong: Bool { heldPing != nil && !hasSentClose }

    /// Answers the ping that waits, if there is one.
    package mutating func payPong() {
        guard owesPong, let ping = heldPing else { return }
        heldPing = nil
        send(.pong, ping)
    }

    /// What has to be sent; asking takes it away.
    package mutating func takeOutput() -> [UInt8] {
        defer { output.removeAll() }
        return output
    }
}

extension WebSocketMachine {
    /// Takes bytes from the other side.
    package mutating func receive(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        var position = 0
        do throws(WebSocketFault) {
            while !isOver, let piece = try parser.next(bytes, &position) {
                switch piece {
                case .header(let header): try begin(header)
                case .payload(let payload): try take(payload)
                case .end: if let event = try endFrame() { events.append(event) }
                }
            }
        } catch {
            if !hasSentClose { sendClose(error.code, String(error.description.prefix(60))) }
            isOver = true
            events.append(.failed(error))
        }
        return events
    }

    private mutating func begin(_ header: WebSocketFrameHeader) throws(WebSocketFault) {
        guard (header.mask != nil) == (role == .server) else {
            throw .breach("a frame that is \(role == .server ? "not " : "")masked")
        }
        frame = header
        switch header.opcode {
        case .close, .ping, .pong: return
        case .continuation:
            guard message != nil else { throw .breach("a continuation of nothing") }
            guard !header.isCompressed else { throw .breach("RSV1 within a message") }
        case .text, .binary:
            guard message == nil else { throw .breach("a message within another") }
            guard !header.isCompressed || compression != nil else {
                throw .breach("RSV1 without an extension")
            }
            message = PartialMessage(
                isText: header.opcode == .text,
                isCompressed: header.isCompressed
            )
        }
        if let message, !message.isCompressed, header.length > limit - message.bytes.count {
            throw .tooLarge(limit)
        }
    }

    private mutating func take(_ payload: [UInt8]) throws(WebSocketFault) {
        guard frame?.opcode.isControl == false else {
            control += payload
            return
        }
        guard var current = message else { return }
        message = nil
        if current.isCompressed, let compression {
            try compression.expand(payload, into: &current.bytes, limit: limit)
        } else if current.bytes.isEmpty {
            current.bytes = payload
        } else {
            current.bytes += payload
        }
        try current.verify()
        message = current
    }

    private mutating func endFrame() throws(WebSocketFault) -> Event? {
        guard let header = frame else { return nil }
        frame = nil
        guard !header.opcode.isControl else {
            defer { control = [] }
            return try endControl(header.opcode)
        }
        guard header.isFinal, var whole = message else { return nil }
        message = nil
        if whole.isCompressed, let compression {
            try compression.endMessage(into: &whole.bytes, limit: limit)
            try whole.verify()
        }
        guard whole.isText else { return .message(.binary(whole.bytes)) }
        guard whole.check.isComplete else { throw .notUTF8 }
        return .message(.text(String(decoding: whole.bytes, as: UTF8.self)))
    }

    private mutating func endControl(_ opcode: WebSocketOpcode) throws(WebSocketFault) -> Event? {
        switch opcode {
        case .ping:
            if !hasSentClose {
                heldPing = control
                if !holdsPongs { payPong() }
            }
            return .ping(control)
        case .pong: return .pong(control)
        default: return try close()
        }
    }

    private mutating func close() throws(WebSocketFault) -> Event {
        var code: UInt16?
        var reason = ""
        if !control.isEmpty {
            guard control.count >= 2 else { throw .breach("a close code of one byte") }
            let value = UInt16(control[0]) << 8 | UInt16(control[1])
            guard Self.mayBeSent(value) else { throw .breach("close code \(value)") }
            guard let text = String(validating: control[2...], as: UTF8.self) else {
                throw .notUTF8
            }
            (code, reason) = (value, text)
        }
        if !hasSentClose { sendClose(code, "") }
        isOver = true
        return .close(code: code, reason: reason)
    }

    /// Whether a code may stand in a close frame (RFC 6455 §7.4).
    package static func mayBeSent(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

extension WebSocketMachine {
    /// Sends a message; false when the connection is closing.
    package mutating func send(_ payload: WebSocketPayload) -> Bool {
        guard !hasSentClose, !isOver else { return false }
        switch payload {
        case .text(let text): send(.text, Array(text.utf8))
        case .binary(let bytes): send(.binary, bytes)
        }
        return true
    }

    /// Sends a ping of at most 125 bytes; false when the connection is closing.
    package mutating func ping(_ payload: [UInt8]) -> Bool {
        guard !hasSentClose, !isOver, payload.count <= 125 else { return false }
        send(.ping, payload)
        return true
    }

    /// Begins to close; of a reason only what fits a frame is sent.
    package mutating func close(_ code: UInt16?, _ reason: String) {
        guard !hasSentClose, !isOver else { return }
        sendClose(code, reason)
    }

    private mutating func sendClose(_ code: UInt16?, _ reason: String) {
        var payload: [UInt8] = []
        if let code {
            payload = [UInt8(code >> 8), UInt8(code & 0xFF)]
            for character in reason {
                let bytes = Array(String(character).utf8)
                guard payload.count + bytes.count <= 125 else { break }
                payload += bytes
            }
        }
        send(.close, payload)
        hasSentClose = true
    }

    private mutating func send(_ opcode: WebSocketOpcode, _ payload: [UInt8]) {
        var payload = payload
        var header = WebSocketFrameHeader(opcode, length: 0)
        if !opcode.isControl, !payload.isEmpty, let packed = compression?.compress(payload) {
            payload = packed
            header.isCompressed = true
        }
        header.length = payload.count
        let mask = role == .client ? newMask() : nil
        header.mask = mask
        output += header.bytes
        let start = output.count
        output += payload
        if let mask {
            var masking = WebSocketMask(mask)
            masking.apply(to: &output, from: start)
        }
    }
}
