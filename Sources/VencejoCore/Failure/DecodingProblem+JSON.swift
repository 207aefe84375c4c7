import VencejoJSON

extension DecodingProblem {
    /// What an error that left the decoder says.
    init(_ error: any Error) {
        if let error = error as? JSONError {
            self.init(error)
        } else if let error = error as? DecodingError {
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
            description: error.description,
            report: error.report
        )
    }

    private static func kind(_ kind: JSONError.Kind) -> Kind {
        switch kind {
        case .notJSON: .notJSON
        case .truncated, .empty: .truncated
        case .syntax, .notUnicode, .tooDeep: .syntax
        case .corrupted, .encoding: .corrupted
        case .notADate: .notADate
        case .missingKey: .missingKey
        case .keySpelling: .keySpelling
        case .missingValue, .missingElement: .missingValue
        case .typeMismatch: .typeMismatch
        case .numberOutOfRange: .numberOutOfRange
        case .custom: .custom
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
