import VencejoJSON

extension DecodingProblem {
    /// What an error of another coder says, such as Foundation's.
    init(_ error: DecodingError) {
        let (kind, context, expected): (Kind, DecodingError.Context, String)
        var extra: [any CodingKey] = []
        switch error {
        case .keyNotFound(let key, let found):
            (kind, context, expected) = (.missingKey, found, "")
            extra = [key]
        case .valueNotFound(let type, let found):
            (kind, context, expected) = (.missingValue, found, "\(type)")
        case .typeMismatch(let type, let found):
            (kind, context, expected) = (.typeMismatch, found, "\(type)")
        case .dataCorrupted(let found): (kind, context, expected) = (.corrupted, found, "")
        @unknown default:
            (kind, context, expected) = (
                .custom, .init(codingPath: [], debugDescription: "\(error)"), ""
            )
        }
        let path = Self.path(context.codingPath + extra)
        let place = path.isEmpty ? "" : "\(path): "
        self.init(
            kind: kind,
            path: path,
            expected: expected,
            found: "",
            description: place + context.debugDescription
        )
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
