/// What a host outside ASCII is made of before Punycode (UTS #46, non-transitional).
///
/// The standard's tables are not carried along. Case, width, ignorable characters and the
/// composition of accents are mapped; other compatibility characters are taken as they are.
enum IDNA: Sendable {
    /// Mapped scalars; `nil` where one of them may stand in no name.
    static func mapped(_ text: String) -> [Unicode.Scalar]? {
        var output: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            let scalar = narrow(scalar)
            if isIgnored(scalar) { continue }
            if isForbidden(scalar) { return nil }
            for lower in scalar.properties.lowercaseMapping.unicodeScalars {
                output += decomposed(lower)
            }
        }
        return composed(output)
    }

    /// Whether no mark begins the label and joiners stand where scripts need them (RFC 5892 A).
    static func isLabel(_ label: [Unicode.Scalar]) -> Bool {
        if let first = label.first, isMark(first) { return false }
        for (place, scalar) in label.enumerated() where 0x200C...0x200D ~= scalar.value {
            guard place > 0 else { return false }
            let previous = label[place - 1]
            let isAfterVirama = previous.properties.canonicalCombiningClass.rawValue == 9
            let isCursive = scalar.value == 0x200C && 0x0620...0x08FF ~= previous.value
            guard isAfterVirama || isCursive else { return false }
        }
        return true
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Full width made narrow, and every full stop the one of ASCII.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x3002, 0xFF61: "."
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        default: scalar
        }
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00AD, 0x034F, 0x180B...0x180D, 0x180F, 0x200B, 0x2060...0x2064, 0x206A...0x206F,
            0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF:
            true
        default: false
        }
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D: return false
        case 0x2024...0x2026, 0x2FF0...0x2FFF, 0xFFFC, 0xFFFD: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
            .lineSeparator, .paragraphSeparator:
            return true
        default:
            return scalar.properties.isNoncharacterCodePoint
        }
    }

    /// Base and accent made one, where Unicode has one for them: canonical equality tells.
    private static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard scalars.contains(where: isMark) else { return scalars }
        var output: [Unicode.Scalar] = []
        for scalar in scalars {
            if isMark(scalar), let base = output.last, let one = composition(base, scalar) {
                output[output.count - 1] = one
            } else {
                output.append(scalar)
            }
        }
        return output
    }

    private static func composition(
        _ base: Unicode.Scalar,
        _ mark: Unicode.Scalar
    ) -> Unicode.Scalar? {
        var pair = String(base)
        pair.unicodeScalars.append(mark)
        for range in composites {
            for value in range {
                if let scalar = Unicode.Scalar(value), String(scalar) == pair { return scalar }
            }
        }
        return nil
    }

    private static let composites: [ClosedRange<UInt32>] = [
        0xC0...0x233, 0x386...0x4F9, 0x622...0x6D3, 0x929...0x934, 0x1E00...0x1FFC,
        0x219A...0x22ED, 0x304C...0x30FE,
    ]

    /// What stands for a scalar that NFC never leaves (Unicode, full composition exclusion).
    ///
    /// A twin of one scalar is looked for first, then a base with its mark in the same script.
    private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        guard scalar.properties.isFullCompositionExclusion else { return [scalar] }
        let whole = String(scalar)
        if let ideograph = ideograph(whole) { return [ideograph] }
        if let twin = scalars(0x21...0x3FF).first(where: { $0 != scalar && String($0) == whole }) {
            return [twin]
        }
        let block = scalars(scalar.value & ~0x7F...scalar.value | 0x7F)
        for mark in block where isMark(mark) {
            for base in block where base != scalar {
                var pair = String(base)
                pair.unicodeScalars.append(mark)
                if pair == whole { return [base, mark] }
            }
        }
        return [scalar]
    }

    /// Text is ordered by its canonical form, so a unified ideograph is found by halving.
    private static func ideograph(_ text: String) -> Unicode.Scalar? {
        for range in [0x3400...0x9FFF, 0x20000...0x2F7FF] as [ClosedRange<UInt32>] {
            var (low, high) = (range.lowerBound, range.upperBound)
            while low < high {
                let middle = low + (high - low) / 2
                guard let scalar = Unicode.Scalar(middle) else { break }
                if String(scalar) < text { low = middle + 1 } else { high = middle }
            }
            if let scalar = Unicode.Scalar(low), String(scalar) == text { return scalar }
        }
        return nil
    }

    private static func scalars(_ range: ClosedRange<UInt32>) -> [Unicode.Scalar] {
        range.compactMap(Unicode.Scalar.init)
    }
}
