public import Foundation
public import VencejoCore

extension NetworkError: LocalizedError {
    /// The sentence for a person that `localizedDescription` gives.
    public var errorDescription: String? { userMessage }

    /// The technical reason, without secrets.
    public var failureReason: String? { description }
}
