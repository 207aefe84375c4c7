import VencejoCore
import VencejoDigest
import VencejoHTTP

/// What a later run needs to go on with an upload; the address of an upload lets anybody write to
/// it, so the file is its owner's alone.
struct UploadRecord: Sendable, Hashable, Codable {
    /// Which protocol, such as `tus`.
    var dialect: String
    /// The SHA-256 of where the upload goes, in hexadecimal digits.
    var target: String
    /// By what the content is known again.
    var content: String
    /// Where the server keeps the upload.
    var upload: String
    /// The bytes that the server can have at most.
    var mostThere: Int
    /// When the server forgets the upload, in seconds since 1970; nil where it does not say.
    var expires: Int?

    private static let mark = "vencejo-upload 1"

    func text() throws -> [UInt8] { try SealedRecord.text(self, mark: Self.mark) }

    init?(_ text: [UInt8]) {
        guard let record = SealedRecord.value(UploadRecord.self, in: text, mark: Self.mark) else {
            return nil
        }
        self = record
    }

    init(dialect: String, target: String, content: String, upload: String, mostThere: Int) {
        self.dialect = dialect
        self.target = target
        self.content = content
        self.upload = upload
        self.mostThere = mostThere
    }

    /// What stands for a target, without telling any secret of it.
    static func target(_ method: HTTPMethod, _ url: URI) -> String {
        Hash.hex(.sha256, of: "\(method.rawValue) \(url.withoutFragment)") ?? ""
    }

    /// The upload as it was left, if it is the one that is wanted now.
    func state(
        dialect: String,
        target: String,
        source: UploadSource,
        secondsSince1970 now: Int
    ) -> UploadState? {
        guard self.dialect == dialect, self.target == target, content == source.stamp,
            expires.map({ now < $0 }) ?? true, 0...source.count ~= mostThere,
            let upload = URI(upload), upload.isHTTP
        else { return nil }
        return UploadState(length: source.count, upload: upload, mostThere: mostThere)
    }
}
