#if canImport(CZlib)
import CZlib

/// zlib's state keeps its address: it may not move.
///
/// Unchecked: a stream belongs to one lock, or to one task at a time.
final class ZlibState: @unchecked Sendable {
    let stream: UnsafeMutablePointer<z_stream>
    private let end: (z_streamp) -> Int32

    init?(_ begin: (z_streamp) -> Int32, end: @escaping (z_streamp) -> Int32) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        self.end = end
        guard begin(stream) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        _ = end(stream)
        stream.deallocate()
    }
}

let streamSize = Int32(MemoryLayout<z_stream>.size)
let pieceSize = 16_384
#endif
