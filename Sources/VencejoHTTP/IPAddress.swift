/// Addresses as they stand in a URI (RFC 3986 §3.2.2).
package enum IPAddress: Sendable {
    /// Four numbers from 0 to 255, without leading zeros.
    package static func isIPv4(_ text: some StringProtocol) -> Bool {
        octets(text.utf8) != nil
    }

    /// Eight groups of hexadecimal digits, with at most one `::` and possibly an IPv4 tail.
    package static func isIPv6(_ text: some StringProtocol) -> Bool {
        groups(text.utf8) != nil
    }

    /// The 4 or 16 bytes of an address, an IPv6 one without brackets; `nil` where it is none.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        if let octets = octets(text.utf8) { return octets }
        return groups(text.utf8).map { $0.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    }

    /// An IPv6 address in its one canonical spelling (RFC 5952); `nil` where it is none.
    static func ipv6(_ text: Substring) -> String? {
        groups(text.utf8).map(spelling)
    }

    private static func octets(_ text: some Collection<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var octets: [UInt8] = []
        for part in parts {
            guard 1...3 ~= part.count, part.allSatisfy({ 0x30...0x39 ~= $0 }),
                part.count == 1 || part.first != 0x30
            else { return nil }
            let number = part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            guard number <= 255 else { return nil }
            octets.append(UInt8(number))
        }
        return octets
    }

    private static func groups(_ text: some Collection<UInt8>) -> [UInt16]? {
        let bytes = Array(text)
        var gap: Int?
        var groups: [UInt16] = []
        var index = 0
        if bytes.starts(with: "::".utf8) {
            gap = 0
            index = 2
        }
        while index < bytes.count {
            let end = bytes[index...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            let part = bytes[index..<end]
            if end == bytes.count, let tail = octets(part) {
                groups.append(UInt16(tail[0]) << 8 | UInt16(tail[1]))
                groups.append(UInt16(tail[2]) << 8 | UInt16(tail[3]))
                break
            }
            guard let group = group(part) else { return nil }
            groups.append(group)
            guard end < bytes.count else { break }
            index = end + 1
            if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
                guard gap == nil else { return nil }
                gap = groups.count
                index += 1
            } else if index == bytes.count {
                return nil
            }
        }
        guard let gap else { return groups.count == 8 ? groups : nil }
        guard groups.count < 8 else { return nil }
        groups.insert(contentsOf: Array(repeating: 0, count: 8 - groups.count), at: gap)
        return groups
    }

    private static func group(_ part: ArraySlice<UInt8>) -> UInt16? {
        guard 1...4 ~= part.count else { return nil }
        var value: UInt16 = 0
        for byte in part {
            guard let digit = byte.hexDigit else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    /// RFC 5952 §4: the first of the longest runs of two or more zeros is left out.
    private static func spelling(_ groups: [UInt16]) -> String {
        var best = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(best.count, 1) { best = start..<end }
            start = end + 1
        }
        let text = { (part: ArraySlice<UInt16>) in
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if best.isEmpty { return text(groups[...]) }
        return text(groups[..<best.lowerBound]) + "::" + text(groups[best.upperBound...])
    }
}

extension IPAddress {
    /// What a host whose last label is a number means, as browsers and resolvers read it.
    enum Number: Hashable, Sendable {
        /// The last label is no number: the host is a name.
        case none
        case invalid
        /// Four decimal numbers, whatever the spelling was: `0x7f.1` is `127.0.0.1`.
        case address(String)
    }

    /// Reads old spellings (WHATWG URL §3.5), so that none reaches a resolver unrecognised.
    static func number(_ host: String) -> Number {
        var parts = host.utf8.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        guard let last = parts.last, isNumeric(last) else { return .none }
        let numbers = parts.map { part in value(part) }
        guard parts.count <= 4, !numbers.contains(nil) else { return .invalid }
        var address: UInt64 = 0
        for (place, number) in numbers.enumerated() {
            let number = number ?? 0
            if place == numbers.count - 1 {
                guard number < 1 << UInt64(8 * (5 - numbers.count)) else { return .invalid }
                address += number
            } else {
                guard number <= 255 else { return .invalid }
                address += number << UInt64(8 * (3 - place))
            }
        }
        let octets = [24, 16, 8, 0].map { shift in String(address >> UInt64(shift) & 0xFF) }
        return .address(octets.joined(separator: "."))
    }

    private static func isNumeric(_ label: Substring.UTF8View.SubSequence) -> Bool {
        guard !label.isEmpty else { return false }
        return label.allSatisfy { 0x30...0x39 ~= $0 } || value(label) != nil
    }

    /// Decimal, octal after `0`, hexadecimal after `0x`; what is far too large stays too large.
    private static func value(_ label: Substring.UTF8View.SubSequence) -> UInt64? {
        guard !label.isEmpty else { return nil }
        var digits = label
        var radix: UInt64 = 10
        if label.count >= 2, label.first == 0x30 {
            digits = label.dropFirst()
            radix = 8
            if let second = digits.first, second | 0x20 == UInt8(ascii: "x") {
                digits = digits.dropFirst()
                radix = 16
            }
        }
        var result: UInt64 = 0
        for byte in digits {
            guard let digit = byte.hexDigit, UInt64(digit) < radix else { return nil }
            result = min(result * radix + UInt64(digit), 1 << 40)
        }
        return result
    }
}
