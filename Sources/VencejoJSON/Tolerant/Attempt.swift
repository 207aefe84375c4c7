/// A value or the reason why it is none; reading one never fails.
struct Attempt<Value: Decodable>: Decodable {
    let result: Result<Value, Reason>

    struct Reason: Error {
        let text: String
    }

    init(from decoder: any Decoder) {
        do {
            result = .success(try decoder.singleValueContainer().decode(Value.self))
        } catch {
            result = .failure(Reason(text: Self.words(error)))
        }
    }

    /// A few words about an error of any decoder.
    static func words(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .typeMismatch(let type, let context):
            return said(context) ?? "expected \(type), found another type"
        case .valueNotFound(let type, let context):
            return said(context) ?? "expected \(type), found null"
        case .keyNotFound(let key, _): return "`\(key.stringValue)` is missing"
        case .dataCorrupted(let context): return said(context) ?? "not \(Value.self)"
        @unknown default: return "\(error)"
        }
    }

    private static func said(_ context: DecodingError.Context) -> String? {
        context.debugDescription.isEmpty ? nil : context.debugDescription
    }
}

/// A value that could not be read, and what became of it.
public struct Tolerated: Sendable, Hashable, CustomStringConvertible {
    /// The place inside the value: `[3]` or `name`; empty for the value itself.
    public let place: String
    /// The reason in words.
    public let reason: String

    /// The place and the reason.
    public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}

/// What remembers the values that it did without.
protocol Tolerating {
    var tolerated: [Tolerated] { get }
}
