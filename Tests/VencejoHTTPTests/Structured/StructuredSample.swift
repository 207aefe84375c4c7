import TestSupport
import VencejoHTTP
import VencejoJSON

/// A case of the public suite of structured fields.
struct StructuredSample {
    let json: JSONValue

    var name: String { json["name"]?.stringValue ?? "" }
    var raw: [String]? { json["raw"]?.arrayValue?.compactMap(\.stringValue) }
    var mustFail: Bool { json["must_fail"]?.boolValue ?? false }
    var canFail: Bool { json["can_fail"]?.boolValue ?? false }
    /// What is written; an empty list of lines is an empty text here.
    var canonical: String? {
        (json["canonical"] ?? json["raw"])?.arrayValue.map {
            $0.compactMap(\.stringValue).joined(separator: ", ")
        }
    }

    static func all(_ files: [String]) throws -> [StructuredSample] {
        try files.flatMap { file in
            try JSONValue(parsing: Conformance.data("structured-fields/\(file).json"))
                .arrayValue ?? []
        }
        .map(StructuredSample.init)
    }

    /// A field of any of the three kinds.
    enum Field: Equatable {
        case item(StructuredItem)
        case list(StructuredList)
        case dictionary(StructuredDictionary)

        var serialized: String? {
            switch self {
            case .item(let field): field.serialized()
            case .list(let field): field.serialized()
            case .dictionary(let field): field.serialized()
            }
        }
    }

    func parsed(_ lines: [String]) -> Field? {
        switch json["header_type"]?.stringValue {
        case "item": StructuredItem(lines).map(Field.item)
        case "list": StructuredList(lines).map(Field.list)
        default: StructuredDictionary(lines).map(Field.dictionary)
        }
    }

    var expected: Field? {
        guard let value = json["expected"] else { return nil }
        switch json["header_type"]?.stringValue {
        case "item": return item(value).map(Field.item)
        case "list":
            return .list(StructuredList(value.arrayValue?.compactMap(member) ?? []))
        default:
            var members = StructuredMap<StructuredMember>()
            for pair in value.arrayValue ?? [] {
                guard let key = pair.arrayValue?.first?.stringValue,
                    let value = pair.arrayValue?.last.flatMap(member)
                else { return nil }
                members[key] = value
            }
            return .dictionary(StructuredDictionary(members))
        }
    }

    private func member(_ value: JSONValue) -> StructuredMember? {
        guard let items = value.arrayValue?.first?.arrayValue else {
            return item(value).map(StructuredMember.item)
        }
        return .inner(items.compactMap(item), parameters(value.arrayValue?.last))
    }

    private func item(_ value: JSONValue) -> StructuredItem? {
        value.arrayValue?.first.flatMap(bare).map {
            StructuredItem($0, parameters(value.arrayValue?.last))
        }
    }

    private func parameters(_ value: JSONValue?) -> StructuredParameters {
        var parameters = StructuredParameters()
        for pair in value?.arrayValue ?? [] {
            guard let key = pair.arrayValue?.first?.stringValue else { continue }
            parameters[key] = pair.arrayValue?.last.flatMap(bare)
        }
        return parameters
    }

    private func bare(_ value: JSONValue) -> StructuredValue? {
        switch value {
        case .bool(let flag): .bool(flag)
        case .string(let text): .string(text)
        case .number(let number):
            number.description.contains(".")
                ? number.double.map(StructuredValue.decimal)
                : number.int.map(StructuredValue.integer)
        case .object:
            switch value["__type"]?.stringValue {
            case "token": value["value"]?.stringValue.map(StructuredValue.token)
            case "displaystring": value["value"]?.stringValue.map(StructuredValue.display)
            case "date": value["value"]?.intValue.map(StructuredValue.date)
            default: value["value"]?.stringValue.map { .bytes(base32($0)) }
            }
        default: nil
        }
    }

    private func base32(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var output: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in text.utf8 {
            guard let digit = alphabet.firstIndex(of: byte) else { continue }
            bits = (bits << 5 | digit) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                output.append(UInt8(bits >> count & 255))
            }
        }
        return output
    }
}
