public import Foundation
public import VencejoJSON

// Models as people write them; the plugin writes how they read themselves.

public struct Shop: Codable, Equatable, JSONReadable, Sendable {
    public var id: Int, name: String
    public let opened: Date
    var isOpen = true, rating: Double?
    var owner: Person?
    var staff: [Person]
    var departments: [Department]?
    var tags: [String]
    var stock: [String: Int]
    var kind: Kind
    var position: Position<Double>
    let version = 2
    var `default`: String?
    var note: String? { didSet { notes += 1 } }
    var notes = 0
    var title: String { "\(name) (\(id))" }
    var lazyTitle: String {
        get { title }
        set { name = newValue }
    }

    enum Kind: String, Codable { case food, books }

    private enum CodingKeys: String, CodingKey {
        case id, name, rating, owner, staff, departments, tags, stock, kind, position, note
        case opened = "opened_at"
        case isOpen = "is_open"
        case `default`
    }

    struct Department: Codable, Equatable, JSONReadable, Sendable {
        var name: String
        var heads: [Person?]
    }
}

struct Position<Number: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var x, y: Number
    var path: [Number]
}

extension Position: JSONReadable {}

struct Person: Codable, Equatable, Sendable {
    var name: String
    var age: Optional<Int>
    var isAdult: Bool?
    var height: Double?
}

extension Person: JSONReadable {}

/// Has an initialiser of its own, so that the compiler gives it none.
struct Named: Codable, Equatable, JSONReadable, Sendable {
    var `let`: String
    var `inout`: Int?
    private var calls = 0

    init(_ name: String) { (`let`, `inout`) = (name, nil) }

    enum CodingKeys: String, CodingKey {
        case `let`
        case `inout` = "in/out"
    }
}

struct Labelled: Codable, Equatable, JSONReadable, Sendable {
    var `let`, `var`, `inout`, `in`: Int
}

/// Says itself how it is read.
struct Secretive: Codable, JSONReadable {
    private var code: Int
    var isRight: Bool { code == 7 }
    init(json: JSONReader<CodingKeys>) throws { code = try json.read(.code) }
    enum CodingKeys: CodingKey { case code }
}
