import VencejoCore

/// The file in which a download gathers, beside its destination: one writer's at a time.
final class PartFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens it, and makes it if it is not there; busy where another download has it.
    init(_ path: String) throws(FileFailure) {
        self.path = path
        descriptor = try FileSystem.openAlone(path)
    }

    deinit { FileSystem.shut(descriptor) }

    func size() throws(FileFailure) -> Int {
        try FileSystem.size(descriptor, path)
    }

    func resize(to count: Int) throws(FileFailure) {
        try FileSystem.resize(descriptor, path, to: count)
    }

    /// Puts bytes at a place; different places may be written at once.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
        try FileSystem.write(bytes, descriptor, path, at: offset)
    }

    /// Some bytes from a place on; none at the end.
    func piece(from offset: Int, upTo size: Int) throws(FileFailure) -> [UInt8] {
        try FileSystem.readPiece(descriptor, path, from: offset, upTo: size)
    }

    func sync() throws(FileFailure) {
        try FileSystem.sync(descriptor, path)
    }
}
