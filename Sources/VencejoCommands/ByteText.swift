/// Sizes, rates and times as a person reads them.
package enum ByteText: Sendable {
    /// `999 B`, `1.0 kB`, `20.3 MB`: thousands, as disks and networks count.
    package static func size(_ bytes: Int) -> String {
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var value = Double(bytes)
        for unit in ["kB", "MB", "GB"] {
            value /= 1_000
            if value < 999.95 { return "\(tenths(value)) \(unit)" }
        }
        return "\(tenths(value / 1_000)) TB"
    }

    /// The bytes that `500`, `500k`, `8M` or `1G` mean; nil for anything else.
    package static func count(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        let unit: Int
        switch text[digits.endIndex...].lowercased() {
        case "": unit = 1
        case "k", "kb": unit = 1_000
        case "m", "mb": unit = 1_000_000
        case "g", "gb": unit = 1_000_000_000
        default: return nil
        }
        let (count, isOver) = number.multipliedReportingOverflow(by: unit)
        return isOver ? nil : count
    }

    package static func rate(_ bytesPerSecond: Double) -> String {
        let bytes = bytesPerSecond < 1e18 ? Int(max(bytesPerSecond, 0)) : .max
        return size(bytes) + "/s"
    }

    /// `0:07`, `12:34`, `1:02:03`; a day and more in days.
    package static func time(_ duration: Duration) -> String {
        let seconds = Int(max(duration.components.seconds, 0))
        if seconds >= 86_400 { return "\(seconds / 86_400) d" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let tail = padded(seconds % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
