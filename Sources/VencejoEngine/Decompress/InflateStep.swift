#if os(Linux)
import CZlib
import VencejoCore

/// `gzip` and `deflate` (RFC 1950, 1951, 1952), by zlib.
final class InflateStep: CodingStep {
    private enum State {
        /// `deflate` is told apart by its first two bytes.
        case sniffing([UInt8])
        case inflating
        case betweenMembers
        /// What follows the end is passed over, as browsers do.
        case over
    }

    // zlib remembers where its stream lies.
    private let stream: UnsafeMutablePointer<z_stream>
    private let isGzip: Bool
    private var isInitialized = false
    private var state: State

    init(gzip: Bool) throws(EngineFault) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isGzip = gzip
        state = gzip ? .betweenMembers : .sniffing([])
        if gzip { try begin(window: 31) }
    }

    deinit {
        if isInitialized { inflateEnd(stream) }
        stream.deallocate()
    }

    var mayEnd: Bool {
        switch state {
        case .betweenMembers, .over: true
        case .sniffing(let first): first.isEmpty
        case .inflating: false
        }
    }

    func step(
        _ input: UnsafeRawBufferPointer,
        _ output: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> CodingProgress {
        switch state {
        case .over: return CodingProgress(taken: input.count, made: 0)
        case .inflating: return try inflate(input, output)
        case .betweenMembers:
            guard let first = input.first else { return CodingProgress(taken: 0, made: 0) }
            // RFC 1952 §2.2: members may follow one another.
            guard first == 0x1F || stream.pointee.total_in == 0 else {
                state = .over
                return CodingProgress(taken: input.count, made: 0)
            }
            inflateReset(stream)
            state = .inflating
            return try inflate(input, output)
        case .sniffing(var first):
            let taken = min(2 - first.count, input.count)
            first += input[..<taken]
            guard first.count == 2 else {
                state = .sniffing(first)
                return CodingProgress(taken: taken, made: 0)
            }
            // RFC 9110 §8.4.1.2: zlib format; some servers send the raw stream.
            try begin(window: Self.isZlib(first) ? 15 : -15)
            state = .inflating
            return CodingProgress(taken: taken, made: try inflateAll(first, output))
        }
    }

    // RFC 1950 §2.2: method 8, and the first two bytes are a multiple of 31.
    private static func isZlib(_ bytes: [UInt8]) -> Bool {
        bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    private func begin(window: Int32) throws(EngineFault) {
        guard vencejo_inflate_init(stream, window) == Z_OK else {
            throw EngineFault(.noConnection(.exhausted))
        }
        isInitialized = true
    }

    /// The first two bytes fit into any window, and so are always taken.
    private func inflateAll(
        _ bytes: [UInt8],
        _ output: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> Int {
        try bytes.withUnsafeBytes { input in
            Result { () throws(EngineFault) in try inflate(input, output).made }
        }.get()
    }

    private func inflate(
        _ input: UnsafeRawBufferPointer,
        _ output: UnsafeMutableRawBufferPointer
    ) throws(EngineFault) -> CodingProgress {
        let count = min(input.count, Int(UInt32.max))
        // zlib reads through this pointer and never writes.
        let start = input.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
        stream.pointee.avail_in = UInt32(count)
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let code = CZlib.inflate(stream, Z_NO_FLUSH)
        let progress = CodingProgress(
            taken: count - Int(stream.pointee.avail_in),
            made: output.count - Int(stream.pointee.avail_out)
        )
        switch code {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: state = isGzip ? .betweenMembers : .over
        default: throw .damagedCoding
        }
        return progress
    }
}
#endif
