#if canImport(CZlib)
import CZlib
#endif

/// Compression into one member of gzip (RFC 1952), piece by piece.
///
/// Where there is no zlib no writer can be made.
package final class GzipWriter {
    #if canImport(CZlib)
    private let state: ZlibState

    package init?() {
        let begin: (z_streamp) -> Int32 = { stream in
            deflateInit2_(
                stream,
                Z_DEFAULT_COMPRESSION,
                Z_DEFLATED,
                // A window of 32 KiB, and gzip's head and tail around it.
                15 + 16,
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                streamSize
            )
        }
        guard let state = ZlibState(begin, end: { deflateEnd($0) }) else { return nil }
        self.state = state
    }

    /// Takes bytes and gives what is ready of the compressed ones, which may be nothing yet.
    package func write(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        // zlib counts in 32 bits.
        let most = 1 << 30
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + most)
            output += run(bytes[start..<end], Z_NO_FLUSH)
            start = end
        }
        return output
    }

    /// What is left, with the tail; nothing may be written after it.
    package func finish() -> [UInt8] {
        run([], Z_FINISH)
    }

    private func run(_ bytes: ArraySlice<UInt8>, _ flush: Int32) -> [UInt8] {
        let stream = state.stream
        var input = bytes
        var output: [UInt8] = []
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            repeat {
                output += [UInt8](unsafeUninitializedCapacity: pieceSize) { room, count in
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(pieceSize)
                    _ = deflate(stream, flush)
                    count = pieceSize - Int(stream.pointee.avail_out)
                }
            } while stream.pointee.avail_out == 0
            stream.pointee.next_in = nil
        }
        return output
    }
    #else
    package init?() { nil }
    package func write(_ bytes: [UInt8]) -> [UInt8] { bytes }
    package func finish() -> [UInt8] { [] }
    #endif
}

@available(*, unavailable)
extension GzipWriter: Sendable {}

/// Whole bodies in gzip.
package enum Gzip: Sendable {
    /// The bytes compressed; nil where that is not possible.
    package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        guard let writer = GzipWriter() else { return nil }
        return writer.write(bytes) + writer.finish()
    }

    /// The bytes of all members; nil where they are damaged, or more than `limit`.
    package static func unpack(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        #if canImport(CZlib)
        let begin: (z_streamp) -> Int32 = { inflateInit2_($0, 15 + 16, ZLIB_VERSION, streamSize) }
        guard bytes.count < Int(UInt32.max),
            let state = ZlibState(begin, end: { inflateEnd($0) })
        else { return nil }
        let stream = state.stream
        var input = bytes
        var output: [UInt8] = []
        var isWhole = false
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            while output.count <= limit {
                var code = Z_OK
                output += [UInt8](unsafeUninitializedCapacity: pieceSize) { room, count in
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(pieceSize)
                    code = inflate(stream, Z_NO_FLUSH)
                    count = pieceSize - Int(stream.pointee.avail_out)
                }
                if code == Z_STREAM_END {
                    isWhole = stream.pointee.avail_in == 0
                    // RFC 1952 §2.2: another member may follow.
                    if isWhole || inflateReset(stream) != Z_OK { return }
                } else if code != Z_OK {
                    return
                }
            }
        }
        return isWhole && output.count <= limit ? output : nil
        #else
        return nil
        #endif
    }
}
