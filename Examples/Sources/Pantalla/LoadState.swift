public import Vencejo

/// What a screen shows: one state, so that no two can be drawn on top of each other.
public enum LoadState<Value: Sendable>: Sendable {
    /// Nothing was asked for yet.
    case idle
    /// Asking; what was shown before stays.
    case loading(last: Value?)
    /// The answer.
    case loaded(Value)
    /// It went wrong; what was shown before stays.
    case failed(any Error, last: Value?)
}

extension LoadState {
    /// What can be shown, fresh or not.
    public var value: Value? {
        switch self {
        case .idle: nil
        case .loading(let last), .failed(_, let last): last
        case .loaded(let value): value
        }
    }

    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    public var error: (any Error)? {
        if case .failed(let error, _) = self { error } else { nil }
    }

    /// Asking again keeps what is there.
    public mutating func start() {
        self = .loading(last: value)
    }

    /// Takes the outcome; who left the screen is shown no error.
    public mutating func finish(_ outcome: Result<Value, any Error>) {
        switch outcome {
        case .success(let value):
            self = .loaded(value)
        case .failure(let error) where Self.isCancellation(error):
            self = value.map { .loaded($0) } ?? .idle
        case .failure(let error):
            self = .failed(error, last: value)
        }
    }

    private static func isCancellation(_ error: any Error) -> Bool {
        if error is CancellationError { return true }
        return (error as? NetworkError)?.kind == .cancelled
    }
}

extension NetworkError {
    /// The sentence for a person, with what the server said, where it said something.
    public var mensaje: String {
        let sentence = userMessage(in: .spanish)
        guard let said = explanation, !said.isEmpty else { return sentence }
        return "\(sentence): \(said)"
    }

    private var explanation: String? {
        problem?.detail ?? problem?.title ?? apiError?.message
    }
}
