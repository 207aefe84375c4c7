public import Foundation
public import VencejoCore
public import VencejoJSON

extension ResponseBody {
    /// The bytes as Foundation has them.
    public var data: Data { Data(bytes) }
}

extension Response {
    /// The body's bytes as Foundation has them.
    public var data: Data { body.data }
}

extension JSON {
    /// Reads a value from a JSON text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        from data: Data
    ) throws(JSONError) -> Value {
        try decode(type, from: [UInt8](data))
    }

    /// Writes a value as JSON text, in UTF-8.
    public func data(from value: some Encodable) throws(JSONError) -> Data {
        Data(try encode(value))
    }
}
