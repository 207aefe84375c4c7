import VencejoJSON

extension DecodingProblem {
    /// What an error that left the decoder says.
    init(_ error: any Error) {
        if let error = error as? JSONError {
            self.init(error)
        } else {
            self.init(
                kind: .custom,
                path: "",
                expected: "",
                found: "",
                description: String(describing: error)
            )
        }
    }

    private init(_ error: JSONError) {
        self.init(
            kind: Self.kind(error.kind),
            path: error.path,
            expected: error.expected,
            found: error.found,
            line: error.line,
            column: error.column,
            snippet: error.snippet.isEmpty ? nil : error.snippet,
            description: error.description
        )
    }

    private static func kind(_ kind: JSONError.Kind) -> Kind {
        switch kind {
        case .missingKey: .missingKey
        case .missingValue: .missingValue
        case .typeMismatch: .typeMismatch
        case .custom: .custom
        case .syntax, .corrupted, .numberOutOfRange, .encoding: .corrupted
        }
    }

    /// There is no content where there must be some.
    static func noContent<Value>(for type: Value.Type) -> DecodingProblem {
        DecodingProblem(
            kind: .noContent,
            path: "",
            expected: "\(type)",
            found: "no content",
            description: "expected \(type), found no content"
        )
    }
}
