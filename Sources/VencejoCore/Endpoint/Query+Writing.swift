import VencejoHTTP

extension Query {
    /// The query as it stands in an address, without the question mark.
    ///
    /// Everything but the unreserved characters of RFC 3986 §2.3 is escaped, so that a server that
    /// decodes forms and one that goes by the RFC read the same.
    public var encoded: String { written(isForm: false) }

    /// The query as the content of a form (`application/x-www-form-urlencoded`).
    var formEncoded: String { written(isForm: true) }

    private func written(isForm: Bool) -> String {
        var writer = Writer(style: arrayStyle, isForm: isForm)
        for item in items {
            writer.write(item.value, name: writer.escaped(item.name))
        }
        return writer.text
    }

    private struct Writer {
        let style: ArrayStyle
        let isForm: Bool
        var text = ""

        mutating func write(_ value: QueryValue, name: String) {
            switch value {
            case .text(let value): add(name, escaped(value))
            case .list(let values): write(values, name: name)
            case .nested(let query):
                for item in query.items {
                    write(item.value, name: "\(name)%5B\(escaped(item.name))%5D")
                }
            }
        }

        private mutating func write(_ values: [QueryValue], name: String) {
            if let separator, let texts = plainTexts(values) {
                if !texts.isEmpty { add(name, texts.joined(separator: separator)) }
                return
            }
            for (index, value) in values.enumerated() {
                switch (style, value) {
                case (.indexed, _), (_, .nested), (_, .list):
                    // Only an index keeps what belongs together together.
                    write(value, name: "\(name)%5B\(index)%5D")
                case (.brackets, _): write(value, name: "\(name)%5B%5D")
                default: write(value, name: name)
                }
            }
        }

        private var separator: String? {
            switch style {
            case .commas: ","
            case .pipes: "%7C"
            case .spaces: isForm ? "+" : "%20"
            default: nil
            }
        }

        private func plainTexts(_ values: [QueryValue]) -> [String]? {
            var texts: [String] = []
            for value in values {
                guard case .text(let text) = value else { return nil }
                texts.append(escaped(text))
            }
            return texts
        }

        private mutating func add(_ name: String, _ value: String) {
            if !text.isEmpty { text += "&" }
            text += name
            text += "="
            text += value
        }

        func escaped(_ text: String) -> String {
            isForm
                ? PercentEncoding.formComponent(text) : PercentEncoding.queryComponent(text)
        }
    }
}
