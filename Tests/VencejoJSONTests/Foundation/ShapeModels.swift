extension Shapes {
    struct Wrapped: Codable, Equatable, Sendable {
        var value: Int
        init(value: Int) { self.value = value }
        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    struct Pair<First: Codable & Equatable & Sendable, Second: Codable & Equatable & Sendable>:
        Codable, Equatable, Sendable
    {
        var first: First
        var second: Second
    }

    struct Box<Content: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        var content: Content
    }

    indirect enum Tree: Codable, Equatable, Sendable {
        case leaf(Int)
        case node(Tree, Tree)
    }

    /// Values of several types in one array.
    struct Mixed: Codable, Equatable, Sendable {
        var a: Int
        var b: String
        var c: [Bool]

        init(a: Int, b: String, c: [Bool]) { (self.a, self.b, self.c) = (a, b, c) }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            a = try container.decode(Int.self)
            b = try container.decode(String.self)
            var inner = try container.nestedUnkeyedContainer()
            c = []
            while !inner.isAtEnd { c.append(try inner.decode(Bool.self)) }
            if try !container.decodeNil() { c.append(false) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(a)
            try container.encode(b)
            var inner = container.nestedUnkeyedContainer()
            for value in c { try inner.encode(value) }
            try container.encodeNil()
        }
    }

    struct Renamed: Codable, Equatable, Sendable {
        var userID: Int
        var homeURL: String
        private enum CodingKeys: String, CodingKey {
            case userID = "uid"
            case homeURL = "home-url"
        }
    }

    struct Permissions: OptionSet, Codable, Equatable, Sendable {
        var rawValue: Int
        static let read = Permissions(rawValue: 1)
        static let write = Permissions(rawValue: 2)
    }

    /// A class above and a class below, in one object.
    class Creature: Codable {
        var name: String
        init(name: String) { self.name = name }
    }

    struct Cat: Codable, Equatable, Sendable {
        var name: String
        var lives: Int

        private enum CodingKeys: String, CodingKey { case lives }

        init(name: String, lives: Int) { (self.name, self.lives) = (name, lives) }

        init(from decoder: any Decoder) throws {
            name = try Creature(from: decoder).name
            lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
        }

        func encode(to encoder: any Encoder) throws {
            try Creature(name: name).encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(lives, forKey: .lives)
        }
    }

    struct Empty: Codable, Equatable, Sendable {}

    struct Optionals: Codable, Equatable, Sendable {
        var a: Int?
        var b: Int?
        var c: [String]?
        var d: [String?]
    }

    @propertyWrapper
    struct Limited: Codable, Equatable, Sendable {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 100) }
        init(from decoder: any Decoder) throws { self.init(wrappedValue: try Int(from: decoder)) }
        func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
    }

    struct Clamped: Codable, Equatable, Sendable { @Limited var level: Int }

    /// The same key written twice, and two containers on one object.
    struct Twice: Codable, Equatable, Sendable {
        var first: Int
        var second: Int

        private enum First: String, CodingKey { case first, shared }
        private enum Second: String, CodingKey { case second, shared }

        init(first: Int, second: Int) { (self.first, self.second) = (first, second) }

        init(from decoder: any Decoder) throws {
            let one = try decoder.container(keyedBy: First.self)
            let two = try decoder.container(keyedBy: Second.self)
            second = try two.decode(Int.self, forKey: .second)
            first = try one.decode(Int.self, forKey: .first)
            guard try two.decode(Int.self, forKey: .shared) == second else {
                throw Refused(why: "the last one does not stand")
            }
        }

        func encode(to encoder: any Encoder) throws {
            var one = encoder.container(keyedBy: First.self)
            try one.encode(first, forKey: .first)
            try one.encode(first, forKey: .shared)
            var two = encoder.container(keyedBy: Second.self)
            try two.encode(second, forKey: .second)
            try two.encode(second, forKey: .shared)
        }
    }

    /// A nested container that is filled after its parent was written to again.
    struct Later: Codable, Equatable, Sendable {
        var items: [Int]
        var total: Int

        private enum CodingKeys: String, CodingKey { case items, total, inner }

        init(items: [Int], total: Int) { (self.items, self.total) = (items, total) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            items = try container.decode([Int].self, forKey: .items)
            let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            total = try inner.decode(Int.self, forKey: .total)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var list = container.nestedUnkeyedContainer(forKey: .items)
            var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            for item in items {
                try list.encode(item)
                try container.encode(item, forKey: .total)
            }
            try inner.encode(total, forKey: .total)
        }
    }
}
