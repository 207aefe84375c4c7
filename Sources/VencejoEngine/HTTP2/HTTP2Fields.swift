#if os(Linux)
import CNGHTTP2

/// The fields of a request as HTTP/2 sends them: pseudo fields first, names in lower case.
///
///     :method GET  :scheme https  :path /users  :authority example.com  accept …
///
/// All text lies in one array, so that handing it to nghttp2 needs no memory of its own.
package struct HTTP2Fields: Sendable {
    private struct Place: Sendable {
        var name: Int
        var value: Int
        var end: Int
        var isSecret: Bool
    }

    private var text: [UInt8] = []
    private var places: [Place] = []

    /// The fields as they are given, pseudo fields first.
    package init(_ fields: [(name: String, value: String)]) {
        for field in fields { append(field.name, field.value) }
    }

    /// Makes room for as many fields.
    mutating func reserve(_ count: Int) {
        text.reserveCapacity(256)
        places.reserveCapacity(count)
    }

    /// Adds a field; a secret is kept out of the tables of both sides.
    mutating func append(_ name: String, _ value: String, isSecret: Bool = false) {
        let start = text.count
        text.append(contentsOf: name.utf8.lazy.map { 65...90 ~= $0 ? $0 | 0x20 : $0 })
        let middle = text.count
        // RFC 9113 §8.2.1: no blank at either end.
        var content = value.utf8[...]
        while let first = content.first, first == 0x20 || first == 0x09 { content.removeFirst() }
        while let last = content.last, last == 0x20 || last == 0x09 { content.removeLast() }
        text.append(contentsOf: content)
        places.append(Place(name: start, value: middle, end: text.count, isSecret: isSecret))
    }

    /// Lends the fields in nghttp2's form.
    func withPairs<Result>(
        _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result
    ) -> Result {
        text.withUnsafeBufferPointer { text in
            withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: places.count) { pairs in
                let base = UnsafeMutablePointer(mutating: text.baseAddress)
                for (index, place) in places.enumerated() {
                    // RFC 7541 §7.1.3: a secret in a table could be guessed at from outside.
                    let flag = place.isSecret ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE
                    let pair = nghttp2_nv(
                        name: base.map { $0 + place.name },
                        value: base.map { $0 + place.value },
                        namelen: place.value - place.name,
                        valuelen: place.end - place.value,
                        flags: UInt8(truncatingIfNeeded: flag.rawValue)
                    )
                    pairs.initializeElement(at: index, to: pair)
                }
                return body(pairs.baseAddress.map { UnsafePointer($0) }, places.count)
            }
        }
    }
}
#endif
