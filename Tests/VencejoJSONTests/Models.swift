import Foundation

struct ContactInfo: Codable, Equatable, Sendable {
    var email: String
    var phone: String?
}

struct User: Codable, Equatable, Sendable {
    var id: Int
    var fullName: String
    var isActive: Bool
    var registeredAt: Date
    var contactInfo: ContactInfo
}

struct StrictContact: Codable, Equatable, Sendable { var phone: String }

struct StrictUser: Codable, Equatable, Sendable {
    var id: Int
    var contactInfo: StrictContact
}

struct Team: Codable, Equatable, Sendable { var users: [StrictUser] }

class Animal: Codable {
    var name = ""
    var legs = 4
}

final class Dog: Animal {
    var breed = ""

    private enum CodingKeys: String, CodingKey { case breed }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        breed = try container.decode(String.self, forKey: .breed)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(breed, forKey: .breed)
        try super.encode(to: container.superEncoder())
    }
}

struct Nested: Codable, Equatable, Sendable {
    var a: Int
    var b: [Int]
    var c: String?

    private enum Outer: String, CodingKey { case inner, list }
    private enum Inner: String, CodingKey { case a, c }

    init(a: Int, b: [Int], c: String?) { (self.a, self.b, self.c) = (a, b, c) }

    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        let inner = try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
        a = try inner.decode(Int.self, forKey: .a)
        c = try inner.decodeIfPresent(String.self, forKey: .c)
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        b = []
        while !list.isAtEnd { b.append(try list.decode(Int.self)) }
    }

    func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Outer.self)
        var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
        try inner.encode(a, forKey: .a)
        var list = outer.nestedUnkeyedContainer(forKey: .list)
        for element in b { try list.encode(element) }
        try inner.encodeIfPresent(c, forKey: .c)
    }
}

struct Refused: Error, Equatable { let why: String }

struct Picky: Codable, Sendable {
    init(from decoder: any Decoder) throws { throw Refused(why: "because") }
    init() {}
    func encode(to encoder: any Encoder) throws { throw Refused(why: "no") }
}

enum Shape: Codable, Equatable, Sendable {
    case circle(radius: Double)
    case square(Int)
    case none
}
