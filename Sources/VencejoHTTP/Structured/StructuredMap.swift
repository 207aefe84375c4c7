/// Keys with values, in order, each key once: parameters and dictionaries (RFC 9651 §3.1.2, §3.2).
public struct StructuredMap<Value: Hashable & Sendable>: Hashable, Sendable {
    /// A key and its value.
    public struct Entry: Hashable, Sendable {
        public let key: String
        public var value: Value

        public init(_ key: String, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    private var entries: [Entry] = []

    /// No keys.
    public init() {}

    /// The value of a key; setting keeps the key's place, and `nil` removes it.
    public subscript(key: String) -> Value? {
        get { entries.first { $0.key == key }?.value }
        set {
            let index = entries.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append(Entry(key, value))
            case (nil, nil): break
            }
        }
    }

    /// Entries whose keys are known to differ.
    init(distinct entries: [Entry]) {
        self.entries = entries
    }
}

extension StructuredMap: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count }
    public subscript(position: Int) -> Entry { entries[position] }
}

extension StructuredMap: ExpressibleByDictionaryLiteral {
    /// These keys; of a key that is written twice the last value counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        for (key, value) in elements { self[key] = value }
    }
}
