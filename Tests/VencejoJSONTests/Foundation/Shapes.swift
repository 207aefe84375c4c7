import Foundation
import VencejoJSON

/// A value of some shape, to be written and read by two coders.
struct ShapeCase: Sendable {
    let name: String
    /// What differs between the coders; nil for nothing.
    let check: @Sendable (JSON, JSONEncoder, JSONDecoder) -> String?

    init<T: Codable & Equatable & Sendable>(_ value: T) {
        name = "\(T.self)"
        check = { json, encoder, decoder in
            guard let theirs = try? encoder.encode(value) else {
                return (try? json.encode(value)) == nil ? nil : "only ours writes it"
            }
            do {
                let ours = try json.encode(value)
                if ours != [UInt8](theirs) {
                    return "wrote \(String(decoding: ours, as: UTF8.self)) "
                        + "for \(String(decoding: theirs, as: UTF8.self))"
                }
                guard let expected = try? decoder.decode(T.self, from: theirs) else {
                    return (try? json.decode(T.self, from: ours)) == nil
                        ? nil : "only ours reads it"
                }
                let read = try json.decode(T.self, from: ours)
                return read == expected ? nil : "read \(read) for \(expected)"
            } catch {
                return "\(error)"
            }
        }
    }
}

enum Shapes {
    static let all: [ShapeCase] = scalars + collections + models + foundation

    static let scalars: [ShapeCase] = [
        ShapeCase([1, -1, .max, .min]), ShapeCase([UInt8.max, 0]), ShapeCase([UInt64.max]),
        ShapeCase([Int128.max, Int128.min]), ShapeCase([true, false]),
        ShapeCase(["", "é😀\u{0}\"\\/"]),
        ShapeCase([0.1, -0.0, 1e300, .pi, 1e-7, 123_456_789]), ShapeCase([Float(0.1), .pi]),
        ShapeCase([Double.infinity, -.infinity]), ShapeCase(Int?.none), ShapeCase([Int?.none, 1]),
        ShapeCase(Int??.some(.none)), ShapeCase([Double?.some(1.5), nil]),
    ]

    static let collections: [ShapeCase] = [
        ShapeCase([[Int]]()), ShapeCase([[1], [], [2, 3]]), ShapeCase(["a": 1, "user_id": 2]),
        ShapeCase([1: "x", -2: "y"].filter { $0.key == 1 }), ShapeCase([Tag.firstTag: [1]]),
        ShapeCase(["x": ["y": ["z": 1.5]]]), ShapeCase(Set([7])),
        ShapeCase(ContiguousArray([1, 2])),
        ShapeCase([PartialRangeFrom(1).lowerBound]), ShapeCase(["k": Int?.none]),
        ShapeCase([Level.low, .high]),
        ShapeCase(1..<5), ShapeCase(2...9), ShapeCase(SIMD4<Float>(1, 2, 3, 4)),
        ShapeCase([Date(timeIntervalSince1970: 1_709_209_800)]), ShapeCase([Data([1, 2, 255])]),
        ShapeCase(["d": Date?.none]), ShapeCase(CollectionOfOneName(name: ["a"])),
    ]

    enum Tag: String, Codable, CodingKeyRepresentable, Sendable { case firstTag, other }
    enum Level: Int, Codable, Sendable {
        case low = 1
        case high = 10
    }
    struct CollectionOfOneName: Codable, Equatable, Sendable { var name: [String] }

    static let models: [ShapeCase] = [
        ShapeCase(ContactInfo(email: "a", phone: nil)),
        ShapeCase([ContactInfo(email: "a", phone: "1")]),
        ShapeCase(
            User(
                id: 1,
                fullName: "Ada",
                isActive: true,
                registeredAt: Date(timeIntervalSince1970: 1_709_209_800),
                contactInfo: ContactInfo(email: "a", phone: nil)
            )
        ),
        ShapeCase(Nested(a: 1, b: [1, 2], c: "x")), ShapeCase(Nested(a: 1, b: [], c: nil)),
        ShapeCase([Shape.circle(radius: 1.5), .square(2), .none]), ShapeCase(Wrapped(value: 5)),
        ShapeCase([Pair(first: "a", second: 1)]), ShapeCase(Box(content: Box(content: [1, nil]))),
        ShapeCase(Tree.node(.leaf(1), .node(.leaf(2), .leaf(3)))),
        ShapeCase(Mixed(a: 1, b: "x", c: [true])),
        ShapeCase(Renamed(userID: 1, homeURL: "u")), ShapeCase(Permissions([.read, .write])),
        ShapeCase(Cat(name: "Luna", lives: 9)), ShapeCase(Empty()), ShapeCase([Empty()]),
        ShapeCase(Optionals(a: nil, b: 1, c: nil, d: [nil, "x"])), ShapeCase(Clamped(level: 300)),
        ShapeCase(Twice(first: 1, second: 2)), ShapeCase(Later(items: [1, 2], total: 3)),
    ]

    static let foundation: [ShapeCase] = [
        ShapeCase(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
        ShapeCase(URL(string: "https://example.com/a?b=c#d")), ShapeCase([Decimal(string: "1.50")]),
        ShapeCase(DateInterval(start: Date(timeIntervalSince1970: 0), duration: 60)),
        ShapeCase(DateComponents(year: 2024, month: 2)), ShapeCase(IndexPath(indexes: [1, 2])),
        ShapeCase(IndexSet([1, 2, 5])), ShapeCase(Duration.milliseconds(1500)),
        ShapeCase(Measurement(value: 2, unit: UnitLength.meters)),
        ShapeCase(TimeZone(secondsFromGMT: 0)),
        ShapeCase(URLComponents(string: "https://a/b?c=d")), ShapeCase(Locale(identifier: "es_ES")),
        ShapeCase(CharacterSet(charactersIn: "abc")), ShapeCase(Calendar(identifier: .gregorian)),
        ShapeCase(PersonNameComponents(givenName: "Ada")),
    ]
}
