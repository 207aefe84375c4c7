public import VencejoJSON

/// Bodies that say what changes, for `PATCH` (RFC 5789).
extension Body {
    /// What turns one value into another, as a merge patch (RFC 7396).
    ///
    /// Only members that differ are sent; one that is nil now and was not is sent as null.
    public static func mergePatch<Value: Encodable & Sendable>(
        from old: Value,
        to new: Value
    ) -> Body {
        Body(
            .value { json in try json.encode(json.mergePatch(from: old, to: new)) },
            contentType: "application/merge-patch+json"
        )
    }

    /// A merge patch (RFC 7396): the members to set, with null for those to remove.
    public static func mergePatch(_ patch: JSONValue) -> Body {
        Body(
            .value { json in try json.encode(patch) },
            contentType: "application/merge-patch+json"
        )
    }

    /// Changes one after the other (RFC 6902).
    public static func jsonPatch(_ patch: JSONPatch) -> Body {
        Body(
            .value { json in try json.encode(patch.value) },
            contentType: "application/json-patch+json"
        )
    }
}
