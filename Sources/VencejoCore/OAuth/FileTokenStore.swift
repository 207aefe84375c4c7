import VencejoJSON

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A token in a file that only its owner may read (mode 0600).
///
/// The file is replaced in one step: whoever reads finds the old token or the new one. Use the
/// keychain on Apple platforms.
public struct FileTokenStore: TokenStore {
    /// What the system said, by its own number: ``NetworkError/underlying`` of what is thrown.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The call of the system, such as `open`.
        public let operation: String
        /// Its `errno`.
        public let number: Int32

        public var description: String {
            let text = unsafe strerror(number).map { unsafe String(cString: $0) }
            return "\(operation): \(text ?? "error \(number)")"
        }
    }

    private static let limit = 1 << 20
    private let path: String

    public init(path: String) {
        self.path = path
    }

    /// The token kept, nil where there is no file.
    ///
    /// - Throws: `.other` over a ``Failure``, or over what is wrong with the text of the file.
    public func load() async throws(NetworkError) -> OAuthToken? {
        do {
            guard let bytes = try read() else { return nil }
            return try JSON().decode(OAuthToken.self, from: bytes)
        } catch {
            throw NetworkError(wrapping: error)
        }
    }

    /// Keeps a token in place of the one before; nil removes the file.
    ///
    /// - Throws: `.other` over a ``Failure``; the token before is still there then.
    public func save(_ token: OAuthToken?) async throws(NetworkError) {
        do {
            try write(token)
        } catch {
            throw NetworkError(wrapping: error)
        }
    }

    private func write(_ token: OAuthToken?) throws {
        guard let token else {
            if unsafe unlink(path) != 0, errno != ENOENT { throw failure("unlink") }
            return
        }
        let bytes = try JSON().encode(token)
        let draft = path + ".\(getpid()).\(UInt32.random(in: 0 ... .max)).draft"
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("open") }
        do {
            defer { close(file) }
            try write(bytes, to: file)
            guard fsync(file) == 0 else { throw failure("fsync") }
        } catch {
            unsafe unlink(draft)
            throw error
        }
        guard unsafe rename(draft, path) == 0 else {
            let failure = failure("rename")
            unsafe unlink(draft)
            throw failure
        }
    }

    private func read() throws(Failure) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open")
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < Self.limit {
            let count = unsafe systemRead(file, &piece, 4_096)
            if count == 0 { return bytes }
            guard count > 0 else { throw failure("read") }
            bytes += piece[..<count]
        }
        return bytes
    }

    private func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(file, $0) }
            guard count > 0 else { throw failure("write") }
            rest = rest.dropFirst(count)
        }
    }

    private func failure(_ operation: String) -> Failure {
        Failure(operation: operation, number: errno)
    }
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    unsafe read(file, bytes, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(file, bytes.baseAddress, bytes.count)
}
