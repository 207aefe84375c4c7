import VencejoDeflate
import VencejoHTTP

extension RecordedRequest {
    /// The content without gzip, where `Content-Encoding` says that it is on it; see ``body``.
    ///
    /// Nil where the content is damaged, has another coding, or is more than `limit` bytes.
    public func decodedBody(limit: Int = 64 << 20) -> [UInt8]? {
        let codings = headers.values(of: .contentEncoding).flatMap { $0.split(separator: ",") }
            .map { String($0).trimmingBlanks.lowercased() }.filter { $0 != "identity" }
        switch codings {
        case []: return body
        case ["gzip"], ["x-gzip"]: return Gzip.unpack(body, limit: limit)
        default: return nil
        }
    }
}
