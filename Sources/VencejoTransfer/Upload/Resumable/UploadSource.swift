import VencejoCore
import VencejoDigest

/// What is uploaded: content of which any range can be read, any number of times.
struct UploadSource: Sendable {
    private enum Content: Sendable {
        case bytes([UInt8])
        case file(String, FileStamp)
    }

    private let content: Content

    /// - Throws: Where the body is a stream, or a file that cannot be read.
    init(_ body: RequestBody) throws(NetworkError) {
        switch body.content {
        case .none: content = .bytes([])
        case .bytes(let bytes): content = .bytes(bytes)
        case .file(let path):
            do throws(FileFailure) {
                content = .file(path, try FileStamp(path))
            } catch {
                throw NetworkError(.file(error), underlying: error)
            }
        case .stream:
            let text = "a resumable upload needs a file or bytes: a stream cannot be read again"
            throw NetworkError(.unsupported(text))
        }
    }

    var count: Int {
        switch content {
        case .bytes(let bytes): bytes.count
        case .file(_, let stamp): stamp.size
        }
    }

    /// By what the content is known again.
    var stamp: String {
        switch content {
        case .bytes(let bytes):
            "\(bytes.count)-" + (Hash.digest(.sha256, of: bytes).map { Hash.hex($0) } ?? "")
        case .file(_, let stamp): stamp.text
        }
    }

    /// The file's own name.
    var name: String? {
        guard case .file(let path, _) = content else { return nil }
        return path.split(separator: "/").last.map(String.init)
    }

    /// Fails where a file is no more what it was.
    func check() throws(FileFailure) {
        guard case .file(let path, let stamp) = content else { return }
        guard try FileStamp(path) == stamp else {
            throw FileFailure(.other("it changed while it was uploaded"), path: path)
        }
    }

    /// A part of the content as a body.
    func body(_ range: Range<Int>) -> RequestBody {
        switch content {
        case .bytes(let bytes):
            range.count == bytes.count ? .bytes(bytes) : .bytes(bytes[range])
        case .file(let path, let stamp):
            range.isEmpty
                ? .bytes([])
                : .stream(length: range.count) {
                    FileSlice(path: path, size: stamp.size, range: range)
                }
        }
    }

    /// The digest of a part of the content.
    func digest(_ algorithm: HashAlgorithm, of range: Range<Int>) throws(NetworkError) -> [UInt8] {
        guard let hash = RunningHash(algorithm) else {
            throw NetworkError(.unsupported("this system has no \(algorithm.rawValue)"))
        }
        switch content {
        case .bytes(let bytes): hash.update(Array(bytes[range]))
        case .file(let path, _):
            do throws(FileFault) {
                let file = try FileReader(path)
                var place = range.lowerBound
                while place < range.upperBound {
                    let size = min(FileSlice.pieceSize, range.upperBound - place)
                    let piece = try file.piece(from: place, upTo: size)
                    if piece.isEmpty { break }
                    hash.update(piece)
                    place += piece.count
                }
            } catch {
                throw NetworkError(error.kind, underlying: error)
            }
        }
        return hash.finish()
    }
}

/// The chunks of a part of a file.
private struct FileSlice: AsyncSequence, Sendable {
    static let pieceSize = 131_072

    let path: String
    /// The bytes that the whole file must have.
    let size: Int
    let range: Range<Int>

    func makeAsyncIterator() -> Iterator { Iterator(slice: self) }

    struct Iterator: AsyncIteratorProtocol {
        private let slice: FileSlice
        private var file: FileReader?
        private var place: Int

        init(slice: FileSlice) {
            self.slice = slice
            place = slice.range.lowerBound
        }

        mutating func next() async throws -> [UInt8]? {
            guard place < slice.range.upperBound else { return nil }
            let file = try opened()
            let count = Swift.min(FileSlice.pieceSize, slice.range.upperBound - place)
            let piece = try file.piece(from: place, upTo: count)
            place += piece.count
            return piece
        }

        private mutating func opened() throws(FileFault) -> FileReader {
            if let file { return file }
            let file = try FileReader(slice.path)
            guard file.count == slice.size else {
                throw FileFault(path: slice.path, reason: "of another size than before")
            }
            self.file = file
            return file
        }
    }
}
