#if os(Linux)
import CZlib
import VencejoCore

/// Takes the content codings off a body (RFC 9110 §8.4).
enum ContentDecoder {
    /// Decodes from the last coding to the first, as far as they are known.
    static func decode(
        _ bytes: [UInt8],
        codings: String?,
        limit: Int
    ) throws(EngineFault) -> ResponseBody {
        guard let codings, !bytes.isEmpty else { return ResponseBody(bytes) }
        var rest = codings.lowercased().split(separator: ",")
            .map { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined() }
            .filter { !$0.isEmpty && $0 != "identity" }
        guard rest.count <= 5 else {
            throw EngineFault(.invalidResponse("the body has more than five codings"))
        }
        var content = bytes
        while let coding = rest.last {
            switch coding {
            case "gzip", "x-gzip": content = try inflate(content, window: 31, limit: limit)
            case "deflate":
                // RFC 9110 §8.4.1.2: zlib format; some servers send the raw stream.
                let window: Int32 = isZlib(content) ? 15 : -15
                content = try inflate(content, window: window, limit: limit)
            default: return ResponseBody(content, undecodedCodings: rest)
            }
            rest.removeLast()
        }
        return ResponseBody(content)
    }

    // RFC 1950 §2.2: method 8, and the first two bytes are a multiple of 31.
    private static func isZlib(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 2 else { return true }
        return bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    private static func inflate(
        _ input: [UInt8],
        window: Int32,
        limit: Int
    ) throws(EngineFault) -> [UInt8] {
        var input = input
        var output: [UInt8] = []
        let verdict = input.withUnsafeMutableBufferPointer { bytes in
            run(bytes, window: window, limit: limit, into: &output)
        }
        switch verdict {
        case .whole: return output
        case .tooLarge: throw EngineFault(.bodyTooLarge(limit: limit))
        case .cut: throw EngineFault(.invalidResponse("the compressed body is cut short"))
        case .damaged: throw EngineFault(.invalidResponse("the compressed body is damaged"))
        }
    }

    private enum Verdict {
        case whole
        case tooLarge
        case cut
        case damaged
    }

    private static func run(
        _ input: UnsafeMutableBufferPointer<UInt8>,
        window: Int32,
        limit: Int,
        into output: inout [UInt8]
    ) -> Verdict {
        var stream = z_stream()
        guard vencejo_inflate_init(&stream, window) == Z_OK else { return .damaged }
        defer { inflateEnd(&stream) }
        guard input.count <= UInt32.max else { return .tooLarge }
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        output.reserveCapacity(min(limit, input.count * 4))
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { piece in
            while true {
                stream.next_out = piece.baseAddress
                stream.avail_out = UInt32(piece.count)
                let code = CZlib.inflate(&stream, Z_NO_FLUSH)
                let count = piece.count - Int(stream.avail_out)
                if count > limit - output.count { return .tooLarge }
                output.append(contentsOf: UnsafeBufferPointer(rebasing: piece[..<count]))
                switch code {
                case Z_OK: continue
                case Z_STREAM_END:
                    // RFC 1952 §2.2: members may follow one another.
                    guard window > 15, isMember(stream) else { return .whole }
                    inflateReset(&stream)
                case Z_BUF_ERROR: return .cut
                default: return .damaged
                }
            }
        }
    }

    private static func isMember(_ stream: z_stream) -> Bool {
        guard stream.avail_in >= 2, let next = stream.next_in else { return false }
        return next[0] == 0x1F && next[1] == 0x8B
    }
}
#endif
