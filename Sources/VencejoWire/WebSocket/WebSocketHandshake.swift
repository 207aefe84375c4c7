package import VencejoHTTP

/// Why an opening handshake failed (RFC 6455 §4).
package enum WebSocketHandshakeFault: Error, Sendable, Hashable, CustomStringConvertible {
    case status(Int)
    case field(String)
    case subprotocol(String)
    case `extension`(String)

    package var description: String {
        switch self {
        case .status(let code): "the server answered \(code) instead of changing the protocol"
        case .field(let name): "the server's \(name) is not what a WebSocket needs"
        case .subprotocol(let name): "the subprotocol \(name) was not offered"
        case .extension(let reason): "the server's extensions: \(reason)"
        }
    }
}

/// The opening handshake (RFC 6455 §4): what a client asks, and whether the answer will do.
package struct WebSocketHandshake: Sendable {
    /// What both sides agreed on.
    package struct Agreement: Sendable, Hashable {
        package var subprotocol: String?
        package var deflate: WebSocketDeflate?

        package init() {}
    }

    /// 16 random bytes in Base 64.
    package let key: String
    package let subprotocols: [String]
    package let deflate: WebSocketDeflate.Offer?

    package init(key: String, subprotocols: [String] = [], deflate: WebSocketDeflate.Offer? = nil) {
        self.key = key
        self.subprotocols = subprotocols
        self.deflate = deflate
    }

    /// What the accept field is the SHA-1 of, in Base 64 (RFC 6455 §4.2.2).
    package static func challenge(_ key: String) -> [UInt8] {
        Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    }

    /// The fields of the request, beside `Connection` and `Upgrade`.
    package var headers: Headers {
        var headers: Headers = ["Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key]
        if !subprotocols.isEmpty {
            headers["Sec-WebSocket-Protocol"] = subprotocols.joined(separator: ", ")
        }
        headers["Sec-WebSocket-Extensions"] = deflate?.text
        return headers
    }

    /// Checks the answer of a server.
    ///
    /// - Parameters:
    ///   - status: Only 101 will do.
    ///   - headers: The fields of the answer.
    ///   - accept: What `Sec-WebSocket-Accept` has to be.
    package func agree(
        _ status: HTTPStatus,
        _ headers: Headers,
        accept: String
    ) throws(WebSocketHandshakeFault) -> Agreement {
        guard status == 101 else { throw .status(status.code) }
        guard headers["Upgrade"]?.lowercased() == "websocket" else { throw .field("Upgrade") }
        guard Self.lists(headers.values(of: .connection), "upgrade") else {
            throw .field("Connection")
        }
        let accepts = headers.values(of: "Sec-WebSocket-Accept").map(ExtensionElement.trimmed)
        guard accepts == [accept] else { throw .field("Sec-WebSocket-Accept") }
        var agreement = Agreement()
        let chosen = headers.values(of: "Sec-WebSocket-Protocol").map(ExtensionElement.trimmed)
        if let first = chosen.first {
            guard chosen.count == 1, subprotocols.contains(first) else {
                throw .subprotocol(chosen.joined(separator: ", "))
            }
            agreement.subprotocol = first
        }
        agreement.deflate = try agreedDeflate(headers.values(of: "Sec-WebSocket-Extensions"))
        return agreement
    }

    private func agreedDeflate(
        _ fields: [String]
    ) throws(WebSocketHandshakeFault) -> WebSocketDeflate? {
        guard let elements = ExtensionElement.parse(fields.joined(separator: ",")) else {
            throw .extension("malformed")
        }
        guard let first = elements.first else { return nil }
        guard elements.count == 1, first.name == WebSocketDeflate.name, let deflate else {
            throw .extension("\(elements.map(\.name).joined(separator: ", ")) was not offered")
        }
        return try WebSocketDeflate(first, offer: deflate)
    }

    static func lists(_ fields: [String], _ token: String) -> Bool {
        fields.contains { field in
            field.lowercased().split(separator: ",")
                .contains { ExtensionElement.trimmed(String($0)) == token }
        }
    }
}

extension WebSocketHandshake {
    /// What a server makes of a request: its agreement and the key, or the status to refuse with.
    package static func answer(
        _ method: HTTPMethod,
        _ headers: Headers,
        subprotocols: [String],
        compresses: Bool
    ) -> (agreement: Agreement, key: String)? {
        guard method == .get, lists(headers.values(of: "Upgrade"), "websocket"),
            lists(headers.values(of: .connection), "upgrade"),
            headers["Sec-WebSocket-Version"] == "13",
            let key = headers["Sec-WebSocket-Key"].map(ExtensionElement.trimmed),
            key.utf8.count == 24
        else { return nil }
        var agreement = Agreement()
        let offered = headers.values(of: "Sec-WebSocket-Protocol")
            .flatMap { $0.split(separator: ",") }
            .map { ExtensionElement.trimmed(String($0)) }
        agreement.subprotocol = offered.first(where: subprotocols.contains)
        if compresses {
            let fields = headers.values(of: "Sec-WebSocket-Extensions").joined(separator: ",")
            for element in ExtensionElement.parse(fields) ?? []
            where element.name == WebSocketDeflate.name {
                guard let deflate = WebSocketDeflate(accepting: element) else { continue }
                agreement.deflate = deflate
                break
            }
        }
        return (agreement, key)
    }

    /// The fields of a server's 101.
    package static func headers(_ agreement: Agreement, accept: String) -> Headers {
        var headers: Headers = [
            "Upgrade": "websocket", .connection: "Upgrade", "Sec-WebSocket-Accept": accept,
        ]
        headers["Sec-WebSocket-Protocol"] = agreement.subprotocol
        headers["Sec-WebSocket-Extensions"] = agreement.deflate?.text
        return headers
    }
}
