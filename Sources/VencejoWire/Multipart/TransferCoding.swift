/// The codings of MIME's content (RFC 2045 §6), which old programs still put on forms.
enum TransferCoding {
    static func decode(_ bytes: [UInt8], _ name: String) throws(MultipartFault) -> [UInt8] {
        switch ExtensionElement.trimmed(name) {
        case "base64": try base64(bytes)
        case "quoted-printable": quotedPrintable(bytes)
        default: bytes
        }
    }

    private static func base64(_ bytes: [UInt8]) throws(MultipartFault) -> [UInt8] {
        var result: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            let value: UInt32
            switch byte {
            case 0x41...0x5A: value = UInt32(byte - 0x41)
            case 0x61...0x7A: value = UInt32(byte - 0x61) + 26
            case 0x30...0x39: value = UInt32(byte - 0x30) + 52
            case 0x2B: value = 62
            case 0x2F: value = 63
            case 0x3D, 0x0D, 0x0A, 0x20, 0x09: continue
            default: throw .badEncoding
            }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    /// What is no escape stays as it is (RFC 2045 §6.7).
    private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if bytes[index] == 0x3D {
                if rest.dropFirst().starts(with: [0x0D, 0x0A]) {
                    index += 3
                    continue
                }
                let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
                if digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                    result.append(value)
                    index += 3
                    continue
                }
            }
            result.append(bytes[index])
            index += 1
        }
        return result
    }
}
