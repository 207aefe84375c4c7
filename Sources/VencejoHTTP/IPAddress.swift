/// The syntax of addresses in a URI (RFC 3986 §3.2.2).
package enum IPAddress {
    /// Four numbers from 0 to 255, without leading zeros.
    package static func isIPv4(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { 0x30...0x39 ~= $0 } && UInt8(part) != nil
                    && (part.count == 1 || !part.hasPrefix("0"))
            }
    }

    /// Eight groups of hexadecimal digits, with at most one `::` and possibly an IPv4 tail.
    package static func isIPv6(_ text: some StringProtocol) -> Bool {
        let halves = String(text).split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return false }
        var groups = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            let parts = half.split(separator: ":", omittingEmptySubsequences: false)
            for (place, part) in parts.enumerated() {
                let isTail = index == halves.count - 1 && place == parts.count - 1
                if isTail, isIPv4(part) {
                    groups += 2
                } else if 1...4 ~= part.utf8.count, part.utf8.allSatisfy({ $0.hexDigit != nil }) {
                    groups += 1
                } else {
                    return false
                }
            }
        }
        return halves.count == 2 ? groups < 8 : groups == 8
    }
}
