import VencejoHTTP

#if canImport(CZlib)
import CZlib
#endif

/// Compression of bodies (RFC 1952), where zlib is at hand.
enum Gzip: Sendable {
    /// Smaller bodies are sent as they are.
    static let threshold = 1024

    /// Whether `Accept-Encoding` allows gzip (RFC 9110 §12.5.3).
    static func isAccepted(_ field: String?) -> Bool {
        var byStar = false
        for part in (field ?? "").lowercased().split(separator: ",") {
            let pieces = part.split(separator: ";")
            let name = pieces.first.map { String($0).trimmingBlanks } ?? ""
            let isRefused = pieces.dropFirst().contains { parameter in
                let text = parameter.filter { $0 != " " && $0 != "\t" }
                return text.hasPrefix("q=") && Double(text.dropFirst(2)) == 0
            }
            if name == "gzip" || name == "x-gzip" { return !isRefused }
            if name == "*" { byStar = !isRefused }
        }
        return byStar
    }

    /// The bytes compressed, nil where that is not possible.
    static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        #if canImport(CZlib)
        var stream = unsafe z_stream()
        let ready = unsafe deflateInit2_(
            &stream,
            6,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard ready == Z_OK, bytes.count < Int(UInt32.max) else { return nil }
        defer { unsafe deflateEnd(&stream) }
        let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
        var source = bytes
        let packed = unsafe source.withUnsafeMutableBufferPointer { input in
            unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(bound)
                count =
                    unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
                    ? bound - Int(stream.avail_out) : 0
            }
        }
        return packed.isEmpty ? nil : packed
        #else
        return nil
        #endif
    }
}
