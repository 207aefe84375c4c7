/// What two sides agree on about compression (RFC 7692 §7.1).
package struct WebSocketDeflate: Sendable, Hashable {
    package static let name = "permessage-deflate"

    /// Whether the server compresses each message by itself.
    package var serverForgets = false
    /// Whether the client compresses each message by itself.
    package var clientForgets = false
    /// The base-2 logarithm of the server's window, 8 to 15.
    package var serverWindow = 15
    /// The base-2 logarithm of the client's window, 8 to 15.
    package var clientWindow = 15

    package init() {}

    /// What a client offers.
    package struct Offer: Sendable, Hashable {
        package var serverForgets = false
        package var clientForgets = false
        /// The largest window that the server may use; nil leaves it to the server.
        package var serverWindow: Int?
        /// Whether the server may say how large the client's window is.
        package var allowsClientWindow = true

        package init() {}

        package var text: String {
            var text = WebSocketDeflate.name
            if serverForgets { text += "; server_no_context_takeover" }
            if clientForgets { text += "; client_no_context_takeover" }
            if let serverWindow { text += "; server_max_window_bits=\(serverWindow)" }
            if allowsClientWindow { text += "; client_max_window_bits" }
            return text
        }
    }

    /// What the server took of the offer.
    init(_ element: ExtensionElement, offer: Offer) throws(WebSocketHandshakeFault) {
        let value = try Self.parameters(element)
        if let window = value.clientWindow {
            guard offer.allowsClientWindow, let bits = window else {
                throw .extension("client_max_window_bits was not offered")
            }
            clientWindow = bits
        }
        if let window = value.serverWindow {
            guard let bits = window, bits <= offer.serverWindow ?? 15 else {
                throw .extension("a window larger than was asked for")
            }
            serverWindow = bits
        } else if offer.serverWindow != nil {
            throw .extension("no limit of the window, which was asked for")
        }
        guard value.serverForgets || !offer.serverForgets else {
            throw .extension("server_no_context_takeover was asked for")
        }
        serverForgets = value.serverForgets
        clientForgets = value.clientForgets || offer.clientForgets
    }

    /// What a server takes of an offer; nil where it cannot.
    init?(accepting element: ExtensionElement) {
        guard let value = try? Self.parameters(element) else { return nil }
        serverForgets = value.serverForgets
        clientForgets = value.clientForgets
        if let window = value.serverWindow {
            // zlib has no window of 256 bytes for this form.
            guard let bits = window, bits > 8 else { return nil }
            serverWindow = bits
        }
        if let window = value.clientWindow, let bits = window { clientWindow = bits }
    }

    /// What a server answers to an offer.
    package var text: String {
        var text = Self.name
        if serverForgets { text += "; server_no_context_takeover" }
        if clientForgets { text += "; client_no_context_takeover" }
        if serverWindow < 15 { text += "; server_max_window_bits=\(serverWindow)" }
        if clientWindow < 15 { text += "; client_max_window_bits=\(clientWindow)" }
        return text
    }

    private struct Parameters {
        var serverForgets = false
        var clientForgets = false
        /// Outer nil: absent; inner nil: without a value.
        var serverWindow: Int??
        var clientWindow: Int??
    }

    private static func parameters(
        _ element: ExtensionElement
    ) throws(WebSocketHandshakeFault) -> Parameters {
        var result = Parameters()
        var seen: Set<String> = []
        for (name, value) in element.parameters {
            guard seen.insert(name).inserted else { throw .extension("\(name) twice") }
            switch (name, value) {
            case ("server_no_context_takeover", nil): result.serverForgets = true
            case ("client_no_context_takeover", nil): result.clientForgets = true
            case ("server_max_window_bits", let value?):
                result.serverWindow = .some(try bits(value))
            case ("client_max_window_bits", nil): result.clientWindow = .some(nil)
            case ("client_max_window_bits", let value?):
                result.clientWindow = .some(try bits(value))
            default: throw .extension("\(name) is unknown here")
            }
        }
        return result
    }

    private static func bits(_ text: String) throws(WebSocketHandshakeFault) -> Int {
        let isPlain = text.utf8.allSatisfy { 0x30...0x39 ~= $0 } && text.utf8.first != 0x30
        guard isPlain, let bits = Int(text), 8...15 ~= bits else {
            throw .extension("a window of \(text.prefix(20)) bits")
        }
        return bits
    }
}

/// One element of `Sec-WebSocket-Extensions` (RFC 6455 §9.1).
struct ExtensionElement: Sendable {
    let name: String
    let parameters: [(String, String?)]

    /// The elements of a field; nil where it is malformed.
    static func parse(_ field: String) -> [ExtensionElement]? {
        var elements: [ExtensionElement] = []
        for part in split(field, at: ",") {
            let pieces = split(part, at: ";").map(trimmed)
            guard let name = pieces.first, isToken(name) else {
                // RFC 9110 §5.6.1: empty elements do not count.
                if pieces.count == 1, pieces.first?.isEmpty != false { continue }
                return nil
            }
            var parameters: [(String, String?)] = []
            for piece in pieces.dropFirst() {
                guard let equals = piece.firstIndex(of: "=") else {
                    guard isToken(piece) else { return nil }
                    parameters.append((piece.lowercased(), nil))
                    continue
                }
                let key = trimmed(String(piece[..<equals]))
                var value = trimmed(String(piece[piece.index(after: equals)...]))
                if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                    value = String(value.dropFirst().dropLast())
                }
                guard isToken(key), isToken(value) else { return nil }
                parameters.append((key.lowercased(), value))
            }
            elements.append(ExtensionElement(name: name.lowercased(), parameters: parameters))
        }
        return elements
    }

    private static func split(_ text: String, at separator: Character) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == separator, !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let rest = text.drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(rest[...last])
    }

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
