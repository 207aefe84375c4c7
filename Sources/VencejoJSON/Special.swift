/// Types that JSON has its own form for, whatever their own Codable code would write.
enum Special {
    case plain, stringKeyed, value, date, data, url, decimal

    /// Recognises a type; those of Foundation by name, since this module does not import it.
    init(_ type: Any.Type) {
        if type == JSONValue.self {
            self = .value
        } else if type is any StringKeyed.Type {
            self = .stringKeyed
        } else {
            self =
                switch String(reflecting: type) {
                case "Foundation.Date", "FoundationEssentials.Date": .date
                case "Foundation.Data", "FoundationEssentials.Data": .data
                case "Foundation.URL", "FoundationEssentials.URL": .url
                case "Foundation.Decimal", "FoundationEssentials.Decimal", "__C.NSDecimal",
                    "__C.Decimal":
                    .decimal
                default: .plain
                }
        }
    }
}

/// A dictionary whose keys are data, not names: no key strategy applies to them.
protocol StringKeyed {}

extension Dictionary: StringKeyed where Key == String {}
