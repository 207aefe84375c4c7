/// The text of a registered name (RFC 3986 §3.2.2, RFC 5890).
enum HostName: Sendable {
    /// Lower case, escapes undone, labels outside ASCII in Punycode; `nil` where it is no host.
    ///
    /// A host whose last label is a number is an IPv4 address, and given in four decimal numbers.
    static func normalized(_ text: Substring) -> String? {
        let decoded = text.contains("%") ? PercentEncoding.decoded(text) : String(text)
        guard let name = ascii(decoded), name.utf8.allSatisfy(isHostByte), !name.isEmpty else {
            return nil
        }
        switch IPAddress.number(name) {
        case .none: return name
        case .invalid: return nil
        case .address(let address): return address
        }
    }

    private static func ascii(_ text: String) -> String? {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        guard text.utf8.count <= longest, let mapped = IDNA.mapped(text) else { return nil }
        let labels = mapped.split(separator: ".", omittingEmptySubsequences: false)
        var output: [String] = []
        for label in labels {
            if label.allSatisfy(\.isASCII) {
                output.append(String(String.UnicodeScalarView(label)))
                continue
            }
            guard !label.starts(with: "xn--".unicodeScalars), IDNA.isLabel(Array(label)) else {
                return nil
            }
            output.append(Punycode.encode(Array(label)))
        }
        return output.joined(separator: ".")
    }

    /// Twice what any name has in the DNS (RFC 1035 §2.3.4): Punycode takes quadratic time.
    private static let longest = 512

    private static func isHostByte(_ byte: UInt8) -> Bool {
        guard 0x21..<0x7F ~= byte else { return false }
        return !"\"#%/:<>?@[\\]^`{|}".utf8.contains(byte)
    }
}

/// Labels outside ASCII, written in ASCII (RFC 3492).
enum Punycode: Sendable {
    static func encode(_ label: [Unicode.Scalar]) -> String {
        let scalars = label.map(\.value)
        var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        var handled = output.count
        let basic = handled
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var next: UInt32 = 0x80
        var delta = 0
        var bias = 72
        while handled < scalars.count {
            let smallest = scalars.filter { $0 >= next }.min() ?? next
            delta += Int(smallest - next) * (handled + 1)
            next = smallest
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                appendVariableLength(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return "xn--" + String(decoding: output, as: UTF8.self)
    }

    private static func appendVariableLength(_ value: Int, bias: Int, to output: inout [UInt8]) {
        var rest = value
        var key = 36
        while true {
            let threshold = key <= bias ? 1 : (key >= bias + 26 ? 26 : key - bias)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            key += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(value < 26 ? 97 + value : 22 + value)
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var key = 0
        while delta > 455 {
            delta /= 35
            key += 36
        }
        return key + 36 * delta / (delta + 38)
    }
}
