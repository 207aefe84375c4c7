#if os(Linux)
package import VencejoCore
import VencejoSockets
import VencejoWire

/// Why an exchange failed, before it is known to which request it belongs.
package struct EngineFault: Error, Sendable {
    package var kind: NetworkError.Kind
    package var underlying: (any Error)?

    init(_ kind: NetworkError.Kind, underlying: (any Error)? = nil) {
        self.kind = kind
        self.underlying = underlying
    }

    /// A socket's error; `phase` is whose time was over when it says so.
    init(_ error: SocketError, phase: NetworkError.Phase) {
        underlying = error
        switch error.kind {
        case .refused: kind = .noConnection(.refused)
        case .reset: kind = .noConnection(.reset)
        case .unreachable: kind = .noConnection(.unreachable)
        case .timedOut: kind = .timedOut(phase)
        case .cancelled: kind = .cancelled
        case .closed: kind = .noConnection(.closed)
        case .exhausted: kind = .noConnection(.exhausted)
        case .nameNotFound: kind = .noConnection(.nameNotFound)
        case .addressInUse, .other: kind = .noConnection(.other(error.description))
        }
    }

    /// What the producer of a body threw; it is no fault of the connection.
    init(ofBody error: any Error) {
        switch error {
        case is CancellationError: self.init(.cancelled, underlying: error)
        case let error as FileFault: self.init(error.kind, underlying: error)
        case let error as NetworkError: self.init(error.kind, underlying: error)
        default: self.init(.other, underlying: error)
        }
    }

    init(_ error: WireError, limit: Int) {
        underlying = error
        switch error {
        case .bodyTooLarge: kind = .bodyTooLarge(limit: limit)
        case .unexpectedEnd(.beforeHead): kind = .noConnection(.closed)
        default: kind = .invalidResponse(error.description)
        }
    }
}

extension FileReader {
    /// Opens a body's file.
    static func of(_ path: String) throws(EngineFault) -> FileReader {
        do throws(FileFault) {
            return try FileReader(path)
        } catch {
            throw EngineFault(ofBody: error)
        }
    }

    /// The bytes from a place on, as many as one piece takes.
    func next(from offset: Int, upTo size: Int) throws(EngineFault) -> [UInt8] {
        do throws(FileFault) {
            return try piece(from: offset, upTo: size)
        } catch {
            throw EngineFault(ofBody: error)
        }
    }
}
#endif
