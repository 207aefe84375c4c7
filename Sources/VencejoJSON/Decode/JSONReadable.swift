/// A type that reads itself from JSON without Codable's containers.
///
///     extension User: JSONReadable {
///         init(json: JSONReader<CodingKeys>) throws {
///             id = try json.read(.id)
///             name = try json.read(.name)
///             email = try json.readIfPresent(.email)
///         }
///     }
///
/// ``JSON`` takes this way wherever it meets such a type: at the top, in arrays and in members.
/// Other decoders go on with `init(from:)`. Errors, key strategies and date strategies are the same.
/// It is worth its lines for types that come in thousands; the plugin `JSONReaders` writes them.
public protocol JSONReadable: Decodable {
    /// The names of the members.
    associatedtype JSONKeys: CodingKey

    /// Reads a value from an object.
    init(json: JSONReader<JSONKeys>) throws
}
