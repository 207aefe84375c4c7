import VencejoHTTP

/// The hosts that are asked without a proxy, as `no_proxy` has them and `curl` reads them.
///
/// - `example.com` and `.example.com` mean that host and all below it, in any case;
/// - `10.0.0.1`, `::1` and `[::1]` mean that address; `10.0.0.0/8` all of a network;
/// - `*` alone means all.
public struct ProxyExceptions: Sendable, Hashable, ExpressibleByArrayLiteral {
    private enum Entry: Sendable, Hashable {
        case name(String)
        case network([UInt8], bits: Int)
    }

    private let entries: [Entry]
    private let meansAll: Bool

    /// Reads a list with commas or blanks between its entries.
    public init(_ list: String) {
        self.init(list.split { $0 == "," || $0.isWhitespace }.map(String.init))
    }

    public init(arrayLiteral entries: String...) {
        self.init(entries)
    }

    /// The hosts in the list; entries that are none are left out.
    public init(_ list: [String]) {
        meansAll = list == ["*"]
        entries = list.compactMap(Self.entry)
    }

    private static func entry(_ text: String) -> Entry? {
        var name = text.lowercased()[...]
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if let bytes = IPAddress.bytes(unbracketed(parts[0])) {
            guard parts.count == 2 else { return .network(bytes, bits: bytes.count * 8) }
            guard let bits = Int(parts[1]), 0...(bytes.count * 8) ~= bits else { return nil }
            return .network(bytes, bits: bits)
        }
        if name.hasPrefix(".") { name.removeFirst() }
        if name.hasSuffix(".") { name.removeLast() }
        return name.isEmpty ? nil : .name(String(name))
    }

    private static func unbracketed(_ text: Substring) -> Substring {
        text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text
    }

    package func contains(_ host: String) -> Bool {
        if meansAll { return true }
        if let bytes = IPAddress.bytes(host) {
            return entries.contains { entry in
                guard case .network(let network, let bits) = entry else { return false }
                return Self.isPrefix(network, bytes, bits)
            }
        }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return entries.contains { entry in
            guard case .name(let ending) = entry else { return false }
            return name == ending || name.hasSuffix("." + ending)
        }
    }

    private static func isPrefix(_ network: [UInt8], _ address: [UInt8], _ bits: Int) -> Bool {
        guard network.count == address.count else { return false }
        let whole = bits / 8
        guard network[..<whole] == address[..<whole] else { return false }
        guard bits % 8 > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (bits % 8))
        return network[whole] & mask == address[whole] & mask
    }
}
