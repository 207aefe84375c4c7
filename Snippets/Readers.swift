// Models that read themselves from JSON without containers.
import Vencejo

// snippet.plugin
struct Reading: Codable, Sendable, JSONReadable {  // the plugin JSONReaders writes the rest
    var sensor: Int
    var value: Double
    var unit: String?
}
// snippet.end

// snippet.hand
final class Node: Decodable, JSONReadable, Sendable {
    let name: String
    let children: [Node]

    enum CodingKeys: String, CodingKey { case name, children }

    init(json: JSONReader<CodingKeys>) throws {
        name = try json.read(.name)
        children = try json.readIfPresent(.children) ?? []
    }
}
// snippet.end

extension Reading {
    init(json: JSONReader<CodingKeys>) throws {
        sensor = try json.read(.sensor)
        value = try json.read(.value)
        unit = try json.readIfPresent(.unit)
    }

    enum CodingKeys: String, CodingKey { case sensor, value, unit }
}
