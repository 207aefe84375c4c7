import VencejoDigest
import VencejoHTTP
import VencejoJSON

/// What is known of a download that is not whole; it lies beside the part, as text.
///
///     vencejo-part 1 SHA-256-of-the-rest
///     {"address":"…","url":"https://…","validator":{"tag":"\"v1\""},"total":209715200,…}
struct PartRecord: Sendable, Hashable, Codable {
    /// The SHA-256 of the address, in hexadecimal digits.
    var address: String
    /// The address for a person, without secrets.
    var url: String
    /// Without one the part is of no use later.
    var validator: StrongValidator?
    /// The bytes in all, where the server says.
    var total: Int?
    /// The name that the server gave.
    var name: String?
    /// The digests that the server promised for the whole, as hexadecimal digits by algorithm.
    var digests: [String: String] = [:]
    /// The stretches of the file, in order and without gaps.
    var segments = [Segment(start: 0, next: 0, end: nil)]

    init(_ address: PartAddress) {
        self.address = address.digest
        url = address.shown
    }

    /// The bytes that are there.
    var bytes: Int { segments.reduce(0) { $0 + $1.next - $1.start } }

    /// Whether the bytes are in one stretch from the start, so that the part's length tells them.
    var isOneStretch: Bool { segments.count == 1 }

    /// Whether a later run can go on from here.
    var isResumable: Bool { validator != nil && bytes > 0 }
}

extension PartRecord {
    static let mostBytes = 1 << 20
    private static let mark = "vencejo-part 1 "

    /// The text of the side file.
    func text() throws -> [UInt8] {
        let body = try JSON().encode(self)
        let digest = Hash.digest(.sha256, of: body).map { Hash.hex($0) } ?? ""
        return Array("\(Self.mark)\(digest)\n".utf8) + body
    }

    /// Reads what was written, and checks it; nil for anything else.
    ///
    /// - Parameters:
    ///   - text: The side file's bytes.
    ///   - address: The address that is asked for now.
    ///   - size: The bytes of the part.
    init?(_ text: [UInt8], for address: PartAddress, size: Int) {
        guard let end = text.firstIndex(of: 0x0A) else { return nil }
        let body = Array(text[(end + 1)...])
        let head = String(decoding: text[..<end], as: UTF8.self)
        guard head.hasPrefix(Self.mark), let digest = Hash.digest(.sha256, of: body),
            head.dropFirst(Self.mark.count) == Hash.hex(digest),
            let record = try? JSON().decode(PartRecord.self, from: body),
            record.address == address.digest, record.validator != nil
        else { return nil }
        self = record
        if isOneStretch {
            // What came after the record was written is there as well.
            if let total, size > total { return nil }
            segments[0].next = size
        }
        guard isSound, segments.allSatisfy({ $0.next == $0.start || $0.next <= size }) else {
            return nil
        }
    }

    private var isSound: Bool {
        var place = 0
        for segment in segments {
            guard segment.start == place, segment.next >= segment.start else { return false }
            if let end = segment.end {
                guard segment.next <= end else { return false }
                place = end
            } else {
                guard isOneStretch else { return false }
            }
        }
        let isWhole = segments.last.map { $0.end == nil || $0.end == total } ?? false
        return isWhole && name.map { SafeFileName.make($0) == $0 } ?? true
    }
}
