import TestSupport
import Testing
import VencejoDigest
import VencejoHTTP
import VencejoJSON
import VencejoWire

/// A case of the public collection `websocket/handshake-responses.json`.
struct HandshakeCase: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let clientKey: String
    let offeredSubprotocols: [String]
    let offeredExtensions: [String]
    let responseStatus: Int
    let responseHeaders: [[String]]
    let clientMust: String

    var testDescription: String { name }

    static let all: [HandshakeCase] = {
        guard let data = try? Conformance.data("websocket/handshake-responses.json") else {
            return []
        }
        return (try? JSON(keys: .snakeCase).decode([HandshakeCase].self, from: [UInt8](data)))
            ?? []
    }()

    /// What the client offered.
    var handshake: WebSocketHandshake {
        var offer: WebSocketDeflate.Offer?
        for text in offeredExtensions where text.hasPrefix(WebSocketDeflate.name) {
            var one = WebSocketDeflate.Offer()
            one.allowsClientWindow = text.contains("client_max_window_bits")
            one.serverForgets = text.contains("server_no_context_takeover")
            one.clientForgets = text.contains("client_no_context_takeover")
            offer = one
        }
        return WebSocketHandshake(
            key: clientKey,
            subprotocols: offeredSubprotocols,
            deflate: offer
        )
    }

    var headers: Headers {
        Headers(responseHeaders.map { HeaderField(HeaderName($0[0]), $0[1]) })
    }
}

@Suite struct `An opening handshake` {
    private func accept(_ key: String) throws -> String {
        let digest = try #require(Hash.digest(.sha1, of: WebSocketHandshake.challenge(key)))
        return String(decoding: StructuredBase64.encode(digest), as: UTF8.self)
    }

    @Test(
        .enabled(if: Conformance.isPresent, "conformance data absent"),
        arguments: HandshakeCase.all
    )
    func `is judged as the standard says`(sample: HandshakeCase) throws {
        let isAccepted =
            (try? sample.handshake.agree(
                HTTPStatus(sample.responseStatus),
                sample.headers,
                accept: accept(sample.clientKey)
            )) != nil
        #expect(isAccepted == (sample.clientMust == "accept"))
    }

    private func offered(_ headers: Headers) -> Headers {
        headers.merging([
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        ])
    }

    @Test func `both sides agree on what the client offered and the server speaks`() throws {
        var offer = WebSocketDeflate.Offer()
        offer.serverForgets = true
        offer.serverWindow = 10
        let handshake = WebSocketHandshake(
            key: "dGhlIHNhbXBsZSBub25jZQ==",
            subprotocols: ["v3", "v2", "v1"],
            deflate: offer
        )
        let (agreement, key) = try #require(
            WebSocketHandshake.answer(
                .get,
                offered(handshake.headers),
                subprotocols: ["v1", "v2"],
                compresses: true
            )
        )
        #expect(key == handshake.key)
        #expect(agreement.subprotocol == "v2")
        let accept = try accept(key)
        let answer = WebSocketHandshake.headers(agreement, accept: accept)
        #expect(try handshake.agree(101, answer, accept: accept) == agreement)
        #expect(agreement.deflate?.serverForgets == true)
        #expect(agreement.deflate?.serverWindow == 10)
    }

    @Test func `a server that forgets what was asked of its window is refused`() throws {
        var offer = WebSocketDeflate.Offer()
        offer.serverWindow = 10
        let handshake = WebSocketHandshake(key: "dGhlIHNhbXBsZSBub25jZQ==", deflate: offer)
        let accept = try accept(handshake.key)
        var answer = WebSocketHandshake.headers(.init(), accept: accept)
        for text in ["permessage-deflate", "permessage-deflate; server_max_window_bits=11"] {
            answer["Sec-WebSocket-Extensions"] = text
            #expect(throws: WebSocketHandshakeFault.self) {
                try handshake.agree(101, answer, accept: accept)
            }
        }
    }

    @Test(arguments: [
        ("Upgrade", "h2c"), ("Connection", "close"), ("Sec-WebSocket-Version", "8"),
        ("Sec-WebSocket-Key", "short"),
    ])
    func `a request that is none is not answered`(name: String, value: String) {
        var headers = offered(WebSocketHandshake(key: "dGhlIHNhbXBsZSBub25jZQ==").headers)
        let before = WebSocketHandshake.answer(.get, headers, subprotocols: [], compresses: true)
        #expect(before != nil)
        headers[HeaderName(name)] = value
        let after = WebSocketHandshake.answer(.get, headers, subprotocols: [], compresses: true)
        #expect(after == nil)
    }
}
