/// Why a file could not be read or written.
public struct FileFailure: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// No room is left, on the disk or in what the user may have of it.
        case full
        /// The file would be larger than the file system or the process may have it.
        case tooLarge
        /// The file system takes no changes.
        case readOnly
        case notPermitted
        /// The file, or a folder on the way to it, is not there.
        case notFound
        /// Something is there already, and nobody said that it may be replaced.
        case exists
        /// Another transfer works on it.
        case busy
        /// What the system said.
        case other(String)
    }

    public let path: String
    public let reason: Reason

    public init(_ reason: Reason, path: String) {
        self.reason = reason
        self.path = path
    }
}

extension FileFailure: CustomStringConvertible {
    public var description: String { "\(path): \(words)" }

    private var words: String {
        switch reason {
        case .full: "no room is left"
        case .tooLarge: "the file would be larger than it may be"
        case .readOnly: "the file system takes no changes"
        case .notPermitted: "not permitted"
        case .notFound: "no such file or folder"
        case .exists: "something is there already"
        case .busy: "another transfer works on it"
        case .other(let text): text
        }
    }
}
