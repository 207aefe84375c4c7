/// The digests that a message carries, by algorithm (RFC 9530; RFC 3230 for the older field).
///
///     Repr-Digest: sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:
///     Digest: sha-256=RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=
public struct DigestField: Hashable, Sendable {
    /// The bytes by the algorithm's name in lower case; what cannot be read is left out.
    public private(set) var digests: [String: [UInt8]]

    /// The digests of the whole representation: `Repr-Digest`, and `Digest` where that is silent.
    public static func representation(_ headers: Headers) -> DigestField {
        var field = DigestField(structured: headers.values(of: .reprDigest))
        let older = DigestField(legacy: headers.values(of: .digest))
        field.digests.merge(older.digests) { newer, _ in newer }
        return field
    }

    /// The digests of this message's content, which may be a part of the representation.
    public static func content(_ headers: Headers) -> DigestField {
        DigestField(structured: headers.values(of: .contentDigest))
    }

    /// Reads lines of `Repr-Digest` or `Content-Digest`; a broken field has none (RFC 9530 §2).
    public init(structured lines: some Sequence<String>) {
        digests = [:]
        guard let dictionary = StructuredDictionary(lines) else { return }
        for entry in dictionary.members {
            guard case .bytes(let bytes)? = entry.value.value else { continue }
            digests[entry.key.lowercased()] = bytes
        }
    }

    /// Reads lines of `Digest` (RFC 3230 §4.3.2).
    public init(legacy lines: some Sequence<String>) {
        digests = [:]
        for part in lines.flatMap({ $0.split(separator: ",") }) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2,
                let bytes = StructuredBase64.decode(Array(String(pair[1]).trimmingBlanks.utf8))
            else { continue }
            digests[String(pair[0]).trimmingBlanks.lowercased()] = bytes
        }
    }
}

extension HeaderName {
    public static let contentDigest: HeaderName = "Content-Digest"
    public static let digest: HeaderName = "Digest"
    public static let reprDigest: HeaderName = "Repr-Digest"
}
