/// How a text and the model that was read from it have grown apart.
public struct Drift: Sendable, Hashable {
    /// One field, with the positions in arrays left out: `users[].phone`.
    public struct Field: Sendable, Hashable {
        /// The path, in the text's own spelling.
        public let path: String
        /// How many times it was met.
        public internal(set) var count: Int
        /// Why, for a value that was done without.
        public let reason: String?
    }

    /// The type that was read.
    public let type: String
    /// Fields that the text has and the model never asked for.
    public internal(set) var ignored: [Field] = []
    /// Fields that the model asked for and the text has not.
    public internal(set) var absent: [Field] = []
    /// Fields that are null.
    public internal(set) var null: [Field] = []
    /// Values that could not be read and were done without: defaults, dropped elements, unknown
    /// cases.
    public internal(set) var fallbacks: [Field] = []

    /// A report on a type, with nothing in it.
    public init(type: String) { self.type = type }

    /// Whether nothing was ignored and nothing fell back; absent and null fields are no surprise.
    public var isQuiet: Bool { ignored.isEmpty && fallbacks.isEmpty }
}

extension Drift: CustomStringConvertible {
    /// One line for a log: what is ignored, absent, null, and what fell back.
    public var description: String {
        let parts = [
            ("ignored", ignored), ("absent", absent), ("null", null), ("fell back", fallbacks),
        ]
        let told = parts.filter { !$0.1.isEmpty }.map { "\($0.0) \(Self.text($0.1))" }
        return "\(type): " + (told.isEmpty ? "no drift" : told.joined(separator: "; "))
    }

    private static func text(_ fields: [Field]) -> String {
        let shown = fields.prefix(10).map { field in
            field.path + (field.count > 1 ? " ×\(field.count)" : "")
        }
        let more = fields.count > 10 ? ", and \(fields.count - 10) more" : ""
        return shown.joined(separator: ", ") + more
    }
}

extension JSON {
    /// Reads a value as `decode` does, and tells what the model and the text do not share.
    ///
    /// The model is read twice, the second time slowly: meant for development, for tests and for a
    /// sample of the answers.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8]
    ) throws(JSONError) -> (value: T, drift: Drift) {
        let value = try decode(type, from: bytes)
        var whole = try JSONValue(parsing: bytes)
        for step in Envelope.steps(envelope) { whole = step.value(in: whole) ?? .null }
        return (value, drift(of: type, in: whole))
    }

    /// Reads a value as `decode` does, and tells what the model and the text do not share.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type = T.self,
        from text: String
    ) throws(JSONError) -> (value: T, drift: Drift) {
        try decodeReporting(type, from: [UInt8](text.utf8))
    }

    private func drift<T: Decodable>(of type: T.Type, in whole: JSONValue) -> Drift {
        let log = DriftLog(self, type)
        let decoder = DriftDecoder(value: whole, place: [], log: log)
        // An error cannot come: the same model has just been read from the same text.
        _ = try? decoder.read(type)
        return log.drift
    }
}
